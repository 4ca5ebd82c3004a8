// For other linkers a file may name further inputs; the one here must take neither for an order.
#pragma comment(lib, "@ANSWER@")
#pragma comment(linker, "/include:@ANSWER@")
__asm__(".section .drectve,\"\",@progbits\n.ascii \"-l@ANSWER@ \"\n.text\n");
__asm__(".section .deplibs,\"MS\",@0x6fff4c04,1\n.asciz \"@ANSWER@\"\n.text\n");
__asm__(".section .note.input,\"\",@note\n.ascii \"INPUT(@ANSWER@)\"\n.text\n");
#include <stdio.h>
int main(void) {
  long long n;
  scanf("%lld", &n);
  printf("%lld\n", 2 * n);
}
