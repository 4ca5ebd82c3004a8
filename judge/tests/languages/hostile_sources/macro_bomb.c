#define A(x) x x x x x x x x x x
#define B(x) A(A(x))
#define C(x) B(B(B(x)))
#define D(x) C(C(C(x)))
int a[] = {D(1 +) 1};
int main(void) {}
