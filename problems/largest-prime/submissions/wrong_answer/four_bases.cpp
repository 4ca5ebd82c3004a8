// Wrong: Miller-Rabin with the bases 2, 3, 5 and 7 is certain below 3215031751 only.
// Caught by the strong pseudoprimes to the first primes and by the large ones; by no random number.
#include <cstdio>

typedef unsigned long long u64;
typedef unsigned __int128 u128;

const u64 bases[] = {2, 3, 5, 7};

u64 power(u64 a, u64 e, u64 n) {
  u64 r = 1;
  for (; e; e >>= 1) {
    if (e & 1) r = (u128)r * a % n;
    a = (u128)a * a % n;
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
      x = (u128)x * x % n;
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
