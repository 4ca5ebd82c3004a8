#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>

const long long MOD = 1000000007;

int main() {
  char word[16] = "sum", first[16];
  if (scanf("%15s", first) != 1) return 1;
  int n;
  if (isalpha(first[0])) {
    strcpy(word, first);
    if (scanf("%d", &n) != 1) return 1;
  } else {
    n = atoi(first);
  }
  long long sum = 0, product = 1, largest = -2e9, smallest = 2e9;
  for (int i = 0; i < n; i++) {
    long long x;
    scanf("%lld", &x);
    sum += x;
    product = product * ((x + MOD) % MOD) % MOD;
    largest = std::max(largest, x);
    smallest = std::min(smallest, x);
  }
  printf("%lld\n", word[0] == 's' ? sum : word[0] == 'p' ? product : word[1] == 'a' ? largest : smallest);
}
