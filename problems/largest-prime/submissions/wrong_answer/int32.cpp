// Wrong: int holds numbers below 2^31 only. Caught by sample 02 and by every case from 2^31 up.
#include <cstdio>

bool is_prime(int n) {
  for (int d = 2; (long long)d * d <= n; d++)
    if (n % d == 0) return false;
  return n >= 2;
}

int main() {
  int n;
  while (scanf("%d", &n) == 1) {
    n--;
    while (n >= 2 && !is_prime(n)) n--;
    printf("%d\n", n >= 2 ? n : -1);
  }
}
