static char bytes[100 << 20] = {1};
int main(int argc, char **argv) { return bytes[argc]; }
