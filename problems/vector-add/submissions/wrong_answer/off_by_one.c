/* Wrong: B is read from the last element of A on (a loop to N - 1), so every sum uses B's left neighbour.
   Caught by sample 01. */
#include <stdio.h>

static long long a[1000000], b[1000000];

int main(void) {
  int n;
  if (scanf("%d", &n) != 1) return 1;
  for (int i = 0; i < n - 1; i++) scanf("%lld", &a[i]);
  for (int i = 0; i < n; i++) scanf("%lld", &b[i]);
  for (int i = 0; i < n; i++) printf("%lld ", a[i] + b[i]);
  puts("");
  return 0;
}
