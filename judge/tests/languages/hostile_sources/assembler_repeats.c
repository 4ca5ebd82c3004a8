__asm__(".rept 100000000\n.warning \"again and again and again and again and again and again and again\"\n.endr\n");
int main(void) {}
