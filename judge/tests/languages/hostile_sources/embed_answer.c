#include <stdio.h>
const char answer[] = {
#embed "@ANSWER@"
    , 0};
int main(void) { fputs(answer, stdout); }
