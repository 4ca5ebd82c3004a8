// Wrong: sums in 32 bits, but a sum needs up to 51.
// Caught by "just-misses-32-bits" and by every large sum; not by small sums.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

int main() {
  std::ios::sync_with_stdio(false);
  std::string word = "sum";
  if (std::isalpha(std::cin.peek())) std::cin >> word;
  int n;
  std::cin >> n;
  std::vector<int> v(n);
  for (int& x : v) std::cin >> x;
  unsigned sum = 0;
  long long product = 1;
  for (int x : v) {
    sum += x;
    product = (product * x % 1000000007 + 1000000007) % 1000000007;
  }
  if (word == "sum") std::cout << (int)sum << '\n';
  if (word == "product") std::cout << product << '\n';
  if (word == "max") std::cout << *std::max_element(v.begin(), v.end()) << '\n';
  if (word == "min") std::cout << *std::min_element(v.begin(), v.end()) << '\n';
}
