// An oracle too: it fails without the file, and with it tells which of two files is the newer.
#pragma GCC dependency "@ANSWER@"
#include <stdio.h>
int main(void) {
  long long n;
  scanf("%lld", &n);
  printf("%lld\n", 2 * n);
}
