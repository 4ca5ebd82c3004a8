#include <iostream>

int main() {
  long long n;
  std::cin >> n;
  std::cout << static_cast<unsigned>(3 * n) << '\n';
}
