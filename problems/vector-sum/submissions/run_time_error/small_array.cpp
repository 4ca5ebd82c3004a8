// Crashes: the array holds 10^5 elements, N goes up to 10^6, and the writes run off the end of memory.
// Caught by the first case with a million elements; the smaller ones are right.
#include <algorithm>
#include <iostream>
#include <string>

long long v[100000];

int main() {
  std::ios::sync_with_stdio(false);
  std::string word = "sum";
  if (std::isalpha(std::cin.peek())) std::cin >> word;
  int n;
  std::cin >> n;
  for (int i = 0; i < n; i++) std::cin >> v[i];
  long long sum = 0, product = 1;
  for (int i = 0; i < n; i++) {
    sum += v[i];
    product = product * (v[i] + 1000000007) % 1000000007;
  }
  if (word == "sum") std::cout << sum << '\n';
  if (word == "product") std::cout << product << '\n';
  if (word == "max") std::cout << *std::max_element(v, v + n) << '\n';
  if (word == "min") std::cout << *std::min_element(v, v + n) << '\n';
}
