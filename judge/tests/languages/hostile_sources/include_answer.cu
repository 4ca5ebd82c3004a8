#include <cstdio>
long long answer =
#include "@ANSWER@"
    ;
int main() { printf("%lld\n", answer); }
