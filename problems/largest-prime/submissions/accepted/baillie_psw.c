/* Baillie, Pomerance, Selfridge and Wagstaff: a strong test to base 2 and a Lucas test with Selfridge's
   parameters. No composite number below 2^64 passes both. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 u128;

static uint64_t multiply(uint64_t a, uint64_t b, uint64_t n) {
  return (uint64_t)((u128)a * b % n);
}
static uint64_t add(uint64_t a, uint64_t b, uint64_t n) {
  return a >= n - b ? a - (n - b) : a + b;
}
static uint64_t half(uint64_t a, uint64_t n) {
  return a % 2 == 0 ? a / 2 : a / 2 + n / 2 + 1;
}

static bool passes_base_2(uint64_t n) {
  uint64_t d = n - 1, x = 1;
  int s = 0;
  while (d % 2 == 0) d /= 2, s++;
  for (int bit = 63; bit >= 0; bit--) {
    x = multiply(x, x, n);
    if (d >> bit & 1) x = add(x, x, n);
  }
  if (x == 1 || x == n - 1) return true;
  while (--s > 0) {
    x = multiply(x, x, n);
    if (x == n - 1) return true;
  }
  return false;
}

static int jacobi(int64_t a, uint64_t n) {
  int sign = 1;
  if (a < 0) {
    a = -a;
    if (n % 4 == 3) sign = -sign;
  }
  uint64_t x = (uint64_t)a % n;
  while (x != 0) {
    while (x % 2 == 0) {
      x /= 2;
      if (n % 8 == 3 || n % 8 == 5) sign = -sign;
    }
    uint64_t t = x;
    x = n, n = t;
    if (x % 4 == 3 && n % 4 == 3) sign = -sign;
    x %= n;
  }
  return n == 1 ? sign : 0;
}

static bool is_square(uint64_t n) {
  uint64_t low = 0, high = 4294967295u;
  while (low < high) {
    uint64_t middle = low + (high - low + 1) / 2;
    if (middle * middle <= n)
      low = middle;
    else
      high = middle - 1;
  }
  return low * low == n;
}

static bool passes_lucas(uint64_t n) {
  if (is_square(n)) return false;
  int64_t d = 5;
  while (jacobi(d, n) != -1) d = d > 0 ? -d - 2 : -d + 2;
  int64_t q = (1 - d) / 4;
  uint64_t D = d < 0 ? n - (uint64_t)-d % n : (uint64_t)d % n;
  uint64_t Q = q < 0 ? n - (uint64_t)-q % n : (uint64_t)q % n;
  /* U_k, V_k and Q^k for the leading bits k of n + 1, which does not overflow below the largest 64-bit
   * number. */
  uint64_t U = 1, V = 1, Qk = Q, e = n + 1;
  int bit = 63 - __builtin_clzll(e);
  while (bit-- > 0) {
    U = multiply(U, V, n);
    V = add(multiply(V, V, n), n - add(Qk, Qk, n), n);
    Qk = multiply(Qk, Qk, n);
    if (e >> bit & 1) {
      uint64_t next = half(add(U, V, n), n);
      V = half(add(multiply(D, U, n), V, n), n);
      U = next;
      Qk = multiply(Qk, Q, n);
    }
  }
  return U == 0;
}

static bool is_prime(uint64_t n) {
  static const uint64_t small[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47};
  if (n < 2) return false;
  for (int i = 0; i < 15; i++)
    if (n % small[i] == 0) return n == small[i];
  return n < 53 * 53 || (passes_base_2(n) && passes_lucas(n));
}

int main(void) {
  unsigned long long n;
  while (scanf("%llu", &n) == 1) {
    if (n <= 2) {
      puts("-1");
      continue;
    }
    while (!is_prime(--n)) continue;
    printf("%llu\n", n);
  }
  return 0;
}
