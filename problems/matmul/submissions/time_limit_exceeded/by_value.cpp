// Too slow: the matrices are passed by value, so every element of the product copies both: n^4 steps.
// Caught by the cases from 300x512x300 up.
#include <cstdio>
#include <vector>

typedef std::vector<std::vector<double>> Matrix;

Matrix read(int rows, int columns) {
  Matrix matrix(rows, std::vector<double>(columns));
  for (auto& row : matrix)
    for (double& x : row) scanf("%lf", &x);
  return matrix;
}

double element(Matrix a, Matrix b, int i, int j) {
  double sum = 0;
  for (size_t p = 0; p < b.size(); p++) sum += a[i][p] * b[p][j];
  return sum;
}

int main() {
  int m, k, n;
  if (scanf("%d %d %d", &m, &k, &n) != 3) return 1;
  Matrix a = read(m, k), b = read(k, n);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) printf("%.9g%c", element(a, b, i, j), j + 1 < n ? ' ' : '\n');
}
