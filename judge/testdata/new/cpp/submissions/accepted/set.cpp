// The first accepted submission, by name, makes the answers of the test data. The slowest of them sets the time limit.
#include <iostream>
#include <set>

int main() {
  int n, number;
  std::cin >> n;
  std::set<int> found;
  while (std::cin >> number) found.insert(number);
  std::cout << found.size() << '\n';
}
