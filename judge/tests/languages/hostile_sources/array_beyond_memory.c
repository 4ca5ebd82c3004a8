// Addresses are no memory: only what is touched counts.
static char bytes[1UL << 36];
#include <stdio.h>
int main(void) {
  long long n;
  scanf("%lld", &n);
  printf("%lld\n", 2 * n + bytes[n]);
}
