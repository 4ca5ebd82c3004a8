// Too slow: finds the extremes by bubble sort, O(N^2).
// Caught by the maximum and minimum of a million elements; sums and products are fast.
#include <iostream>
#include <string>
#include <utility>
#include <vector>

int main() {
  std::ios::sync_with_stdio(false);
  std::string word = "sum";
  if (std::isalpha(std::cin.peek())) std::cin >> word;
  int n;
  std::cin >> n;
  std::vector<long long> v(n);
  long long sum = 0, product = 1;
  for (auto& x : v) {
    std::cin >> x;
    sum += x;
    product = product * (x + 1000000007) % 1000000007;
  }
  if (word == "max" || word == "min") {
    for (int i = 0; i < n; i++)
      for (int j = 0; j + 1 < n - i; j++)
        if (v[j] > v[j + 1]) std::swap(v[j], v[j + 1]);
  }
  std::cout << (word == "sum" ? sum : word == "product" ? product : word == "max" ? v[n - 1] : v[0]) << '\n';
}
