// Wrong: the maximum starts at 0, which is larger than any negative number.
// Caught by "max-one-lowest" and the other maxima of negative numbers.
#include <algorithm>
#include <iostream>
#include <string>

int main() {
  std::ios::sync_with_stdio(false);
  std::string word = "sum";
  if (std::isalpha(std::cin.peek())) std::cin >> word;
  int n;
  std::cin >> n;
  long long sum = 0, product = 1, largest = 0, smallest = 1000000000;
  while (n--) {
    long long x;
    std::cin >> x;
    sum += x;
    product = product * (x + 1000000007) % 1000000007;
    largest = std::max(largest, x);
    smallest = std::min(smallest, x);
  }
  if (word == "sum") std::cout << sum << '\n';
  if (word == "product") std::cout << product << '\n';
  if (word == "max") std::cout << largest << '\n';
  if (word == "min") std::cout << smallest << '\n';
}
