// A folder's name is the verdict that `judge verify` expects. This one forgets to sort: secret/04 is made for it.
#include <iostream>

int main() {
  int n, number, before = -1, count = 0;
  std::cin >> n;
  for (; std::cin >> number; before = number) count += number != before;
  std::cout << count << '\n';
}
