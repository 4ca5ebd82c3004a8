// The assembler would quote the line that it does not understand.
__asm__(".include \"@ANSWER@\"\n");
int main(void) {}
