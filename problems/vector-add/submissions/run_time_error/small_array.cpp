// Crashes: the arrays hold 10^5 elements, N goes up to 10^6, and the writes run off the end of the stack.
// Caught by the first case with a million elements; the smaller ones are right.
#include <cstdio>

int n;

int main() {
  int a[100000], b[100000];
  if (scanf("%d", &n) != 1) return 1;
  for (int i = 0; i < n; i++) scanf("%d", &a[i]);
  for (int i = 0; i < n; i++) scanf("%d", &b[i]);
  for (int i = 0; i < n; i++) printf("%lld ", (long long)a[i] + b[i]);
  puts("");
}
