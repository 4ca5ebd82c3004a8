#include <cstdio>
__asm__(".section .rodata\nanswer: .incbin \"@ANSWER@\"\n.byte 0\n.text\n");
extern const char answer[] __asm__("answer");
int main() { std::fputs(answer, stdout); }
