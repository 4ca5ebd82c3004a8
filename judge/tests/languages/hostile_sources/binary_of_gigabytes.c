static char bytes[1UL << 32] = {1};
int main(int argc, char **argv) { return bytes[argc]; }
