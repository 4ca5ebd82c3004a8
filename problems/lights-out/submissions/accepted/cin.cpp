// Gauss-Jordan elimination over GF(2): 30 equations, 30 unknowns, each equation one 31-bit number.
#include <iostream>
#include <utility>

int main() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  int t;
  std::cin >> t;
  for (int k = 1; k <= t; k++) {
    unsigned equation[30];
    for (int i = 0; i < 30; i++) {
      unsigned light;
      std::cin >> light;
      equation[i] = light << 30 | 1u << i;
      if (i >= 6) equation[i] |= 1u << (i - 6);
      if (i < 24) equation[i] |= 1u << (i + 6);
      if (i % 6 > 0) equation[i] |= 1u << (i - 1);
      if (i % 6 < 5) equation[i] |= 1u << (i + 1);
    }
    for (int i = 0; i < 30; i++) {
      int pivot = i;
      while (!(equation[pivot] >> i & 1)) pivot++;
      std::swap(equation[i], equation[pivot]);
      for (int j = 0; j < 30; j++) {
        if (j != i && (equation[j] >> i & 1)) equation[j] ^= equation[i];
      }
    }
    std::cout << "PUZZLE #" << k << '\n';
    for (int i = 0; i < 30; i++) std::cout << (equation[i] >> 30) << (i % 6 < 5 ? ' ' : '\n');
  }
}
