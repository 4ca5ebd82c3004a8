// Wrong: float has 24 bits of mantissa, so larger numbers are rounded.
// Caught by sample 02 and by "sums-just-miss-float32"; not by small numbers.
#include <cstdio>
#include <vector>

int main() {
  int n;
  if (scanf("%d", &n) != 1) return 1;
  std::vector<float> a(n), b(n);
  for (float& x : a) scanf("%f", &x);
  for (float& x : b) scanf("%f", &x);
  for (int i = 0; i < n; i++) printf("%.0f ", a[i] + b[i]);
  puts("");
}
