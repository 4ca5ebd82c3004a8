#include <cstdint>
#include <iostream>
int main() {
  std::uint32_t n;
  std::cin >> n;
  std::cout << n * 2u << '\n';
}
