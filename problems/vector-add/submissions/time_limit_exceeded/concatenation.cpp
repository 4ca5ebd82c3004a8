// Too slow: `s = s + t` copies all of s each time, 10^12 bytes and more for a million sums.
// Caught by the cases with a million elements.
#include <iostream>
#include <string>
#include <vector>

int main() {
  std::ios::sync_with_stdio(false);
  int n;
  std::cin >> n;
  std::vector<long long> a(n), b(n);
  for (auto& x : a) std::cin >> x;
  for (auto& x : b) std::cin >> x;
  std::string answer;
  for (int i = 0; i < n; i++) answer = answer + std::to_string(a[i] + b[i]) + " ";
  std::cout << answer << "\n";
}
