// Wrong: takes the input for pairs a1 b1 a2 b2 ..., but all of A comes before B. Caught by sample 01; right
// only for N = 1 and where the two vectors are constant.
#include <cstdio>

int main() {
  int n;
  if (scanf("%d", &n) != 1) return 1;
  while (n--) {
    long long a, b;
    scanf("%lld %lld", &a, &b);
    printf("%lld ", a + b);
  }
  puts("");
}
