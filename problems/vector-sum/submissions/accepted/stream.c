/* Character by character, no array: every number is used as soon as its last digit is there. */
#include <ctype.h>
#include <stdio.h>

#define MOD 1000000007LL

static int c;

static long long next(void) {
  while (isspace(c)) c = getchar();
  int negative = c == '-';
  if (negative) c = getchar();
  long long x = 0;
  for (; isdigit(c); c = getchar()) x = x * 10 + (c - '0');
  return negative ? -x : x;
}

int main(void) {
  char kind = 's'; /* s, p, x for max, n for min: the first letter or, after an m, the last */
  c = getchar();
  if (isalpha(c)) {
    kind = (char)c;
    for (; isalpha(c); c = getchar())
      if (kind == 'm' && (c == 'x' || c == 'n')) kind = (char)c;
  }
  long long n = next();
  long long result = next();
  if (kind == 'p') result = (result + MOD) % MOD;
  for (long long i = 1; i < n; i++) {
    long long x = next();
    if (kind == 's') result += x;
    if (kind == 'p') result = result * (x + MOD) % MOD;
    if (kind == 'x' && x > result) result = x;
    if (kind == 'n' && x < result) result = x;
  }
  printf("%lld\n", result);
  return 0;
}
