// A folder's name is the verdict that `judge verify` expects. This one forgets to sort: the sample shows it.
#include <iostream>

int main() {
  int n, number, before = -1, count = 0;
  std::cin >> n;
  for (; std::cin >> number; before = number) count += number != before;
  std::cout << count << '\n';
}
