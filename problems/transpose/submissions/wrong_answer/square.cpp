// Wrong: mirrors the array at its diagonal in place, which transposes the matrix only if it is square.
// Caught by sample 01; right for square matrices, single rows and single columns.
#include <iostream>
#include <utility>
#include <vector>

int main() {
  std::ios::sync_with_stdio(false);
  int r, c;
  std::cin >> r >> c;
  std::vector<int> a((size_t)r * c);
  for (int& x : a) std::cin >> x;
  for (int i = 0; i < r && i < c; i++)
    for (int j = 0; j < i; j++) std::swap(a[(size_t)i * c + j], a[(size_t)j * c + i]);
  for (int j = 0; j < c; j++)
    for (int i = 0; i < r; i++) std::cout << a[(size_t)j * r + i] << (i + 1 < r ? ' ' : '\n');
}
