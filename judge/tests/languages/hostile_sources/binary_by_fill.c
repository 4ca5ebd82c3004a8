__asm__(".data\n.fill 0x100000000, 1, 7\n.text\n");
int main(void) {}
