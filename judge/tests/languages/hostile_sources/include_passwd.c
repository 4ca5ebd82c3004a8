#include "/etc/passwd"
int main(void) {}
