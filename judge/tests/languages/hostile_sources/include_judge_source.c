#include "@ROOT@/problems/double/problem.yaml"
int main(void) {}
