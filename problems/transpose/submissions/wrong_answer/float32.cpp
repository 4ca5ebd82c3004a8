// Wrong: float has 24 bits of mantissa, so larger elements are rounded.
// Caught by sample 02 and by every case of the full range; not by small numbers.
#include <cstdio>
#include <vector>

int main() {
  int r, c;
  if (scanf("%d %d", &r, &c) != 2) return 1;
  std::vector<float> a((size_t)r * c);
  for (float& x : a) scanf("%f", &x);
  for (int j = 0; j < c; j++)
    for (int i = 0; i < r; i++) printf("%.0f%c", a[(size_t)i * c + j], i + 1 < r ? ' ' : '\n');
}
