#include <iostream>
int main() {
  long long n;
  std::cin >> n;
  volatile long long twice = 0;
  for (long long i = 0; i < n; ++i) twice = twice + 2;
  std::cout << twice << '\n';
}
