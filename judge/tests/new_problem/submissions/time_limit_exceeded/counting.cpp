#include <iostream>

int main() {
  long long n;
  std::cin >> n;
  volatile long long sum = 0;
  for (long long i = 0; i < n; ++i) sum = sum + 3;
  std::cout << sum << '\n';
}
