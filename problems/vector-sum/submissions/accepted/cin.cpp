#include <algorithm>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

int main() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  std::string word = "sum";
  if (std::isalpha(std::cin.peek())) std::cin >> word;
  int n;
  std::cin >> n;
  std::vector<long long> v(n);
  for (auto& x : v) std::cin >> x;

  if (word == "max") {
    std::cout << *std::max_element(v.begin(), v.end());
  } else if (word == "min") {
    std::cout << *std::min_element(v.begin(), v.end());
  } else if (word == "product") {
    const long long p = 1000000007;
    const long long r =
        std::accumulate(v.begin(), v.end(), 1LL, [](long long a, long long b) { return a * b % p; });
    std::cout << (r + p) % p;
  } else {
    std::cout << std::accumulate(v.begin(), v.end(), 0LL);
  }
  std::cout << '\n';
}
