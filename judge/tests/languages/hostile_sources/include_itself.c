#include __FILE__
int main(void) {}
