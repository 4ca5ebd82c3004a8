// Right for small numbers, and out of the bounds of its table with large ones.
#include <iostream>
#include <vector>

int main() {
  int n, number, count = 0;
  std::cin >> n;
  std::vector<bool> seen(1'000'000);
  while (std::cin >> number) {
    count += !seen.at(number);
    seen.at(number) = true;
  }
  std::cout << count << '\n';
}
