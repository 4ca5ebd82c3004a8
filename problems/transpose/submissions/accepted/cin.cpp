// Stores every element at its new place while reading.
#include <iostream>
#include <vector>

int main() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  int r, c;
  std::cin >> r >> c;
  std::vector<int> t((size_t)r * c);
  for (int i = 0; i < r; i++)
    for (int j = 0; j < c; j++) std::cin >> t[(size_t)j * r + i];
  for (int j = 0; j < c; j++)
    for (int i = 0; i < r; i++) std::cout << t[(size_t)j * r + i] << (i + 1 < r ? ' ' : '\n');
}
