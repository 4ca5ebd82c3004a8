// Miller-Rabin with the first twelve primes as bases, which is certain below 3 * 10^23.
#include <cstdio>

typedef unsigned long long u64;
typedef unsigned __int128 u128;

const u64 bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};

u64 power(u64 a, u64 e, u64 n) {
  u64 r = 1;
  for (a %= n; e; e >>= 1) {
    if (e & 1) r = (u128)r * a % n;
    a = (u128)a * a % n;
  }
  return r;
}

bool is_prime(u64 n) {
  if (n < 2) return false;
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
  return true;
}

int main() {
  u64 n;
  while (scanf("%llu", &n) == 1) {
    if (n <= 2) {
      puts("-1");
      continue;
    }
    do n--;
    while (!is_prime(n));
    printf("%llu\n", n);
  }
}
