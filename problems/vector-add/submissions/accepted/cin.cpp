#include <iostream>
#include <vector>

int main() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  int n;
  std::cin >> n;
  std::vector<long long> sum(n);
  for (auto& x : sum) std::cin >> x;
  for (auto& x : sum) {
    long long b;
    std::cin >> b;
    x += b;
  }
  for (int i = 0; i < n; i++) std::cout << sum[i] << (i + 1 < n ? ' ' : '\n');
}
