static char bytes[540 << 20] = {1};
int main(int argc, char **argv) { return bytes[argc]; }
