// Wrong: rounds the inputs to TF32 (10 bits after the leading one), as a tensor core does when it may.
// Caught by every case whose numbers need more bits: sample 02 first, and the largest product too.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

float to_tf32(float x) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  bits = (bits + 0x1000) & 0xffffe000;
  memcpy(&x, &bits, 4);
  return x;
}

float next() {
  float x = 0;
  scanf("%f", &x);
  return to_tf32(x);
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
