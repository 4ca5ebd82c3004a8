// A tree: the upper half is folded onto the lower one until one value is left, as a GPU would do it.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using Operation = long long (*)(long long, long long);

const long long MOD = 1000000007;

long long add(long long a, long long b) {
  return a + b;
}
long long multiply(long long a, long long b) {
  return a * b % MOD;
}
long long larger(long long a, long long b) {
  return std::max(a, b);
}
long long smaller(long long a, long long b) {
  return std::min(a, b);
}

int main() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  std::string first;
  std::cin >> first;
  Operation operation = add;
  size_t n;
  if (first[0] >= 'a') {
    if (first == "product") operation = multiply;
    if (first == "max") operation = larger;
    if (first == "min") operation = smaller;
    std::cin >> n;
  } else {
    n = std::stoul(first);
  }
  std::vector<long long> v(n);
  for (auto& x : v) std::cin >> x;

  while (n > 1) {
    const size_t half = (n + 1) / 2;
    for (size_t i = 0; i + half < n; i++) v[i] = operation(v[i], v[i + half]);
    n = half;
  }
  if (operation == multiply) v[0] = (v[0] % MOD + MOD) % MOD;
  std::cout << v[0] << '\n';
}
