// Crashes: the sizes are bounded by their products, but the arrays have room for 1024 rows of 1024 only.
// Caught by the cases with a longer side: 3x100003x2 first.
#include <cstdio>

float a[1024][1024], b[1024][1024], c[1024][1024];

int main() {
  int m, k, n;
  if (scanf("%d %d %d", &m, &k, &n) != 3) return 1;
  for (int i = 0; i < m; i++)
    for (int p = 0; p < k; p++) scanf("%f", &a[i][p]);
  for (int p = 0; p < k; p++)
    for (int j = 0; j < n; j++) scanf("%f", &b[p][j]);
  for (int i = 0; i < m; i++)
    for (int p = 0; p < k; p++)
      for (int j = 0; j < n; j++) c[i][j] += a[i][p] * b[p][j];
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) printf("%.9g%c", c[i][j], j + 1 < n ? ' ' : '\n');
}
