// One thread for each element, all in one block: that works up to 1024, and nobody asks whether it did.
#include <iostream>

__global__ void iota(int *x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  const int n = 1500;
  int *x, h[n];
  cudaMalloc(&x, n * sizeof(int));
  cudaMemset(x, 0, n * sizeof(int));
#ifdef REPAIRED
  iota<<<1, 1000>>>(x);
  iota<<<1, n - 1000>>>(x + 1000);
#else
  iota<<<1, n>>>(x);  // fault: ignored-error
#endif
  cudaMemcpy(h, x, n * sizeof(int), cudaMemcpyDeviceToHost);
  std::cout << h[0] << " " << h[999] << std::endl;
  cudaFree(x);
}
