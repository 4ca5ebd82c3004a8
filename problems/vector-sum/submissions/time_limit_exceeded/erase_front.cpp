// Too slow: combines the first two values and erases one, which moves all the others: O(N^2).
// Caught by the cases with a million elements.
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
  const long long p = 1000000007;
  if (word == "product") v[0] = (v[0] % p + p) % p;
  while (v.size() > 1) {
    long long a = v[0], b = v[1];
    v.erase(v.begin());
    if (word == "sum") v[0] = a + b;
    if (word == "product") v[0] = a * ((b + p) % p) % p;
    if (word == "max") v[0] = std::max(a, b);
    if (word == "min") v[0] = std::min(a, b);
  }
  std::cout << v[0] << '\n';
}
