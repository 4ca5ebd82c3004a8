// Wrong: the product of two numbers overflows before it is reduced, so beyond 2^32 primes are taken for
// composite. Caught by sample 02 and by the numbers a little above 2^32; far above, where no prime is
// recognised any more, it would not even end.
#include <cstdio>

typedef unsigned long long u64;

const u64 bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};

u64 power(u64 a, u64 e, u64 n) {
  u64 r = 1;
  for (a %= n; e; e >>= 1) {
    if (e & 1) r = r * a % n;
    a = a * a % n;
  }
  return r;
}

bool is_prime(u64 n) {
  for (u64 p : bases)
    if (n % p == 0) return n == p;
  u64 d = n - 1;
  int s = 0;
  while (d % 2 == 0) d /= 2, s++;
  for (u64 a : bases) {
    u64 x = power(a, d, n);
    bool witness = x != 1 && x != n - 1;
    for (int i = 1; i < s && witness; i++) {
      x = x * x % n;
      if (x == n - 1) witness = false;
    }
    if (witness) return false;
  }
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
