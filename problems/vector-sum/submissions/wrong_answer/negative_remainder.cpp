// Wrong: % keeps the sign of the product in C++, so the answer may be negative.
// Caught by sample 03 and by the products with an odd number of negative factors.
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
  std::vector<long long> v(n);
  for (auto& x : v) std::cin >> x;
  long long sum = 0, product = 1;
  for (long long x : v) {
    sum += x;
    product = product * x % 1000000007;
  }
  if (word == "sum") std::cout << sum << '\n';
  if (word == "product") std::cout << product << '\n';
  if (word == "max") std::cout << *std::max_element(v.begin(), v.end()) << '\n';
  if (word == "min") std::cout << *std::min_element(v.begin(), v.end()) << '\n';
}
