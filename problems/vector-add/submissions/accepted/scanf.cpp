#include <cstdio>
#include <vector>

int main() {
  int n;
  if (scanf("%d", &n) != 1) return 1;
  std::vector<int> a(n), b(n);
  for (int& x : a) scanf("%d", &x);
  for (int& x : b) scanf("%d", &x);
  for (int i = 0; i < n; i++) {
    printf("%lld%c", (long long)a[i] + b[i], i + 1 < n ? ' ' : '\n');
  }
}
