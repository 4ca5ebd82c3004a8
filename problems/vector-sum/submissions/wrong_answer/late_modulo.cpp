// Wrong: takes the remainder only at the end, when the product has long left 64 bits.
// Caught by "product-needs-90-bits"; not by short products.
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
  long long sum = 0;
  unsigned long long product = 1;
  for (long long x : v) {
    sum += x;
    product *= x;
  }
  long long remainder = ((long long)product % 1000000007 + 1000000007) % 1000000007;
  if (word == "sum") std::cout << sum << '\n';
  if (word == "product") std::cout << remainder << '\n';
  if (word == "max") std::cout << *std::max_element(v.begin(), v.end()) << '\n';
  if (word == "min") std::cout << *std::min_element(v.begin(), v.end()) << '\n';
}
