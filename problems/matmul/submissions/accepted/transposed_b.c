/* B is read into its transpose, so that both vectors of a dot product are contiguous; eight sums at a time,
   which a compiler may keep in one vector register. */
#include <stdio.h>
#include <stdlib.h>

enum { LANES = 8 };

int main(void) {
  int m, k, n;
  if (scanf("%d %d %d", &m, &k, &n) != 3) return 1;
  float* a = malloc(sizeof(float) * m * k);
  float* b = malloc(sizeof(float) * k * n);
  for (int i = 0; i < m * k; i++) scanf("%f", &a[i]);
  for (int p = 0; p < k; p++)
    for (int j = 0; j < n; j++) scanf("%f", &b[j * k + p]);
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) {
      const float *x = a + i * k, *y = b + j * k;
      float sums[LANES] = {0}, total = 0;
      int p = 0;
      for (; p + LANES <= k; p += LANES)
        for (int lane = 0; lane < LANES; lane++) sums[lane] += x[p + lane] * y[p + lane];
      for (; p < k; p++) total += x[p] * y[p];
      for (int lane = 0; lane < LANES; lane++) total += sums[lane];
      printf("%.9g%c", total, j + 1 < n ? ' ' : '\n');
    }
  }
  return 0;
}
