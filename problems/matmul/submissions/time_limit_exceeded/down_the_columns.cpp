// Too slow: the definition, i-j-k. Every step of the innermost loop goes to another row of B and so to
// another cache line; at 1024x1024 the lines of a column share a few sets of the cache and evict each other.
// Caught by the largest case, 1024x1024x1024.
#include <cstdio>
#include <vector>

int main() {
  int m, k, n;
  if (scanf("%d %d %d", &m, &k, &n) != 3) return 1;
  std::vector<double> a((size_t)m * k), b((size_t)k * n);
  for (double& x : a) scanf("%lf", &x);
  for (double& x : b) scanf("%lf", &x);
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int p = 0; p < k; p++) sum += a[(size_t)i * k + p] * b[(size_t)p * n + j];
      printf("%.9g%c", sum, j + 1 < n ? ' ' : '\n');
    }
  }
}
