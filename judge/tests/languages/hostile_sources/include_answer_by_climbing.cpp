#include <iostream>
long long answer =
#include "../../../../../../../../../../../..@ANSWER@"
    ;
int main() { std::cout << answer << '\n'; }
