// An oracle: whether a file is there decides what the program is.
#include <iostream>
#if __has_include("@ANSWER@")
#error the answer is there
#endif
int main() {
  long long n;
  std::cin >> n;
  std::cout << 2 * n << '\n';
}
