// Too slow: a linked list has no index, std::next walks from the front every time.
// Caught by the cases with 65535 elements and more.
#include <iostream>
#include <iterator>
#include <list>

int main() {
  std::ios::sync_with_stdio(false);
  int n;
  std::cin >> n;
  std::list<long long> a(n), b(n);
  for (auto& x : a) std::cin >> x;
  for (auto& x : b) std::cin >> x;
  for (int i = 0; i < n; i++) std::cout << *std::next(a.begin(), i) + *std::next(b.begin(), i) << ' ';
  std::cout << '\n';
}
