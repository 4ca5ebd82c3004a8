#include <stdio.h>
#define PLACE "@ANSWER@"
long long answer =
#include PLACE
    ;
int main(void) { printf("%lld\n", answer); }
