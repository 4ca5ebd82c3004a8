#include <stdio.h>
#pragma GCC poison printf
int main(void) { printf("x"); }
