// Too slow: divides by every odd number up to the square root, 2^31 of them near 2^64, for each number.
// Caught by the cases from 2^53 up.
#include <cstdio>

typedef unsigned long long u64;

bool is_prime(u64 n) {
  if (n % 2 == 0) return n == 2;
  for (u64 d = 3; d <= n / d; d += 2)
    if (n % d == 0) return false;
  return n >= 2;
}

int main() {
  u64 n;
  while (scanf("%llu", &n) == 1) {
    if (n <= 2) {
      puts("-1");
      continue;
    }
    while (!is_prime(--n)) continue;
    printf("%llu\n", n);
  }
}
