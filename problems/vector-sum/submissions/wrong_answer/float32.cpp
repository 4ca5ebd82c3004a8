// Wrong: sums in float, which has 24 bits of mantissa.
// Caught by "just-fits-32-bits", "ones-after-2-to-24" and by every large sum; not by small sums.
#include <algorithm>
#include <cstdio>
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
  float sum = 0;
  long long product = 1;
  for (int x : v) {
    sum += (float)x;
    product = (product * x % 1000000007 + 1000000007) % 1000000007;
  }
  if (word == "sum") printf("%.0f\n", sum);
  if (word == "product") printf("%lld\n", product);
  if (word == "max") printf("%d\n", *std::max_element(v.begin(), v.end()));
  if (word == "min") printf("%d\n", *std::min_element(v.begin(), v.end()));
}
