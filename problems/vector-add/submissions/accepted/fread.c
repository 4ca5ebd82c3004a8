/* The whole input at once, numbers taken apart by hand, one write. */
#include <stdio.h>
#include <stdlib.h>

static char* p;

static long long next(void) {
  while (*p <= ' ') p++;
  int negative = *p == '-';
  if (negative) p++;
  long long value = 0;
  while (*p >= '0' && *p <= '9') value = value * 10 + (*p++ - '0');
  return negative ? -value : value;
}

int main(void) {
  size_t capacity = 1 << 16, size = 0, got;
  char* text = malloc(capacity + 1);
  while ((got = fread(text + size, 1, capacity - size, stdin)) > 0) {
    size += got;
    if (size == capacity) text = realloc(text, (capacity *= 2) + 1);
  }
  text[size] = 0;
  p = text;

  int n = (int)next();
  long long* sum = malloc(sizeof(long long) * (size_t)n);
  for (int i = 0; i < n; i++) sum[i] = next();
  for (int i = 0; i < n; i++) sum[i] += next();

  char *out = malloc((size_t)n * 12), *end = out;
  for (int i = 0; i < n; i++) {
    char digits[12];
    int length = 0;
    long long value = sum[i];
    if (value < 0) {
      *end++ = '-';
      value = -value;
    }
    do digits[length++] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    while (length > 0) *end++ = digits[--length];
    *end++ = i + 1 < n ? ' ' : '\n';
  }
  fwrite(out, 1, (size_t)(end - out), stdout);
  return 0;
}
