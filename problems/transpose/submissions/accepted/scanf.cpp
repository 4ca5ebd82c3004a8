#include <cstdio>
#include <vector>

int main() {
  int r, c;
  if (scanf("%d %d", &r, &c) != 2) return 1;
  std::vector<std::vector<int>> a(r, std::vector<int>(c));
  for (auto& row : a)
    for (int& x : row) scanf("%d", &x);
  for (int j = 0; j < c; j++)
    for (int i = 0; i < r; i++) printf("%d%c", a[i][j], i + 1 < r ? ' ' : '\n');
}
