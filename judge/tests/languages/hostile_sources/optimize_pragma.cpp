// Contest programs do this, and may.
#pragma GCC optimize("O3,unroll-loops")
#pragma GCC target("avx2")
#include <bits/stdc++.h>
__attribute__((optimize("Ofast"))) long long twice(long long n) { return 2 * n; }
int main() {
  long long n;
  std::cin >> n;
  std::cout << twice(n) << '\n';
}
