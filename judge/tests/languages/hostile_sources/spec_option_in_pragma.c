// Options that would read or write files are none of those that a source may set.
#pragma GCC optimize("specs=@ANSWER@")
__attribute__((optimize("-fplugin=@ANSWER@"))) static long long twice(long long n) { return 2 * n; }
#pragma GCC target("include=@ANSWER@")
#include <stdio.h>
int main(void) {
  long long n;
  scanf("%lld", &n);
  printf("%lld\n", twice(n));
}
