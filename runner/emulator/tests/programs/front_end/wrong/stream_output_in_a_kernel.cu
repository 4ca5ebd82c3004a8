// std::cout in a kernel.
#include <cstdio>
#include <iostream>

__global__ void hello(int n) {
  for (int i = 0; i < n; ++i) {
#ifdef REPAIRED
    printf("hello %d\n", i);
#else
    std::cout << "hello " << i << std::endl;  // refused: identifier "std::cout" is undefined in device code
#endif
  }
}

int main() {
  hello<<<1, 1>>>(3);
  cudaDeviceSynchronize();
  std::cout << "bye" << std::endl;
}
