// Double precision throughout, a row of C at a time.
#include <cstdio>
#include <vector>

int main() {
  int m, k, n;
  if (scanf("%d %d %d", &m, &k, &n) != 3) return 1;
  std::vector<double> a((size_t)m * k), b((size_t)k * n);
  for (double& x : a) scanf("%lf", &x);
  for (double& x : b) scanf("%lf", &x);
  std::vector<double> row;
  for (int i = 0; i < m; i++) {
    row.assign(n, 0);
    for (int p = 0; p < k; p++) {
      double x = a[(size_t)i * k + p];
      const double* from = &b[(size_t)p * n];
      for (int j = 0; j < n; j++) row[j] += x * from[j];
    }
    for (int j = 0; j < n; j++) printf("%.9g%c", row[j], j + 1 < n ? ' ' : '\n');
  }
}
