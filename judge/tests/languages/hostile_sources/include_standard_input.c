#include "/dev/stdin"
int main(void) {}
