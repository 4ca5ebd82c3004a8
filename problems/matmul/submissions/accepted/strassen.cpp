// Strassen's seven products for the large part, the plain loops below 128 and for thin matrices. In double
// precision: the error of Strassen's method in float32 is not bounded by the norms of single rows and
// columns.
#include <algorithm>
#include <cstdio>
#include <vector>

struct Matrix {
  int rows, columns;
  std::vector<double> data;
  Matrix(int r, int c) : rows(r), columns(c), data((size_t)r * c) {}
  double* operator[](int r) { return &data[(size_t)r * columns]; }
  const double* operator[](int r) const { return &data[(size_t)r * columns]; }
};

// x + sign * y, for blocks of x and y that begin at the given halves; beyond the edge are zeros.
Matrix combine(const Matrix& m, int rows, int columns, int r1, int c1, double sign, int r2, int c2) {
  Matrix out(rows, columns);
  auto add = [&](int r, int c, double factor) {
    for (int i = 0; i < rows && r * rows + i < m.rows; i++)
      for (int j = 0; j < columns && c * columns + j < m.columns; j++)
        out[i][j] += factor * m[r * rows + i][c * columns + j];
  };
  add(r1, c1, 1);
  if (sign != 0) add(r2, c2, sign);
  return out;
}

Matrix multiply(const Matrix& a, const Matrix& b) {
  Matrix c(a.rows, b.columns);
  if (std::min({a.rows, a.columns, b.columns}) < 128) {
    for (int i = 0; i < a.rows; i++)
      for (int p = 0; p < a.columns; p++)
        for (int j = 0; j < b.columns; j++) c[i][j] += a[i][p] * b[p][j];
    return c;
  }
  int m = (a.rows + 1) / 2, k = (a.columns + 1) / 2, n = (b.columns + 1) / 2;
  auto x = [&](int r1, int c1, double sign, int r2, int c2) {
    return combine(a, m, k, r1, c1, sign, r2, c2);
  };
  auto y = [&](int r1, int c1, double sign, int r2, int c2) {
    return combine(b, k, n, r1, c1, sign, r2, c2);
  };
  auto add = [&](const Matrix& product, int r, int s, double factor) {
    for (int i = 0; i < m && r * m + i < c.rows; i++)
      for (int j = 0; j < n && s * n + j < c.columns; j++) c[r * m + i][s * n + j] += factor * product[i][j];
  };
  Matrix p1 = multiply(x(0, 0, 1, 1, 1), y(0, 0, 1, 1, 1));
  add(p1, 0, 0, 1), add(p1, 1, 1, 1);
  Matrix p2 = multiply(x(1, 0, 1, 1, 1), y(0, 0, 0, 0, 0));
  add(p2, 1, 0, 1), add(p2, 1, 1, -1);
  Matrix p3 = multiply(x(0, 0, 0, 0, 0), y(0, 1, -1, 1, 1));
  add(p3, 0, 1, 1), add(p3, 1, 1, 1);
  Matrix p4 = multiply(x(1, 1, 0, 0, 0), y(1, 0, -1, 0, 0));
  add(p4, 0, 0, 1), add(p4, 1, 0, 1);
  Matrix p5 = multiply(x(0, 0, 1, 0, 1), y(1, 1, 0, 0, 0));
  add(p5, 0, 0, -1), add(p5, 0, 1, 1);
  Matrix p6 = multiply(x(1, 0, -1, 0, 0), y(0, 0, 1, 0, 1));
  add(p6, 1, 1, 1);
  Matrix p7 = multiply(x(0, 1, -1, 1, 1), y(1, 0, 1, 1, 1));
  add(p7, 0, 0, 1);
  return c;
}

int main() {
  int m, k, n;
  if (scanf("%d %d %d", &m, &k, &n) != 3) return 1;
  Matrix a(m, k), b(k, n);
  for (double& x : a.data) scanf("%lf", &x);
  for (double& x : b.data) scanf("%lf", &x);
  Matrix c = multiply(a, b);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) printf("%.9g%c", c[i][j], j + 1 < n ? ' ' : '\n');
}
