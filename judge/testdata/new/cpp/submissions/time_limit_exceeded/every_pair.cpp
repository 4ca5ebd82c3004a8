// Too slow by its order of growth, so that it is too slow on every machine: secret/06 is made for it.
#include <iostream>
#include <list>

int main() {
  int n, number;
  std::cin >> n;
  std::list<int> found;
  while (std::cin >> number) {
    bool is_new = true;
    for (int other : found) is_new = is_new && other != number;
    if (is_new) found.push_back(number);
  }
  std::cout << found.size() << '\n';
}
