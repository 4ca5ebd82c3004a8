int main(void) { return 43; }
