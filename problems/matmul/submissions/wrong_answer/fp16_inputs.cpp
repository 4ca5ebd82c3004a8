// Wrong: holds the inputs in half precision (11 significant bits) and sums in single precision.
// Caught by every case whose numbers need more bits: sample 02 first, and the largest product too.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

float to_half(float x) {
  int exponent;
  frexp(x, &exponent);
  int last_bit = std::max(exponent, -13) - 11;
  return ldexp(nearbyint(ldexp(x, -last_bit)), last_bit);
}

float next() {
  float x = 0;
  scanf("%f", &x);
  return to_half(x);
}

int main() {
  int m, k, n;
  if (scanf("%d %d %d", &m, &k, &n) != 3) return 1;
  std::vector<float> a((size_t)m * k), b((size_t)k * n), row(n);
  for (float& x : a) x = next();
  for (float& x : b) x = next();
  for (int i = 0; i < m; i++) {
    row.assign(n, 0);
    for (int p = 0; p < k; p++)
      for (int j = 0; j < n; j++) row[j] += a[(size_t)i * k + p] * b[(size_t)p * n + j];
    for (int j = 0; j < n; j++) printf("%.9g%c", row[j], j + 1 < n ? ' ' : '\n');
  }
}
