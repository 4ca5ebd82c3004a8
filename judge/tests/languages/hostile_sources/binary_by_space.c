__asm__(".data\n.space 0x10000000000\n.byte 1\n.text\n");
int main(void) {}
