// The program ends without waiting for its kernel, whose printf may never be seen.
#include <stdio.h>

__global__ void hello() {
  printf("Hello from the device!\n");
}

int main() {
  printf("Hello from the host!\n");
  hello<<<1, 1>>>();
  printf("Goodbye from the host!\n");
  return 0;
}
