// __func__ and __LINE__ in kernels and device functions, for a log that the host prints.
#include <stdio.h>

#define ENTER() log(__func__, __LINE__)
#define HERE printf("in %s\n", __FUNCTION__)

__device__ void log(const char *name, int line) { printf("%s at line %d\n", name, line); }

__device__ int lengthOf(const char *text) {
  int n = 0;
  while (text[n]) ++n;
  return n;
}

struct Matrix {
  int rows;
  __device__ void describe() const {
    HERE;
    printf("%s of %d rows\n", __func__, rows);
  }
};

__device__ void helper() { ENTER(); }

template <typename T>
__global__ void typed(T) { printf("%s with %d bytes\n", __func__, (int)sizeof(T)); }

__global__ void a_kernel_with_a_long_name(int *length) {
  ENTER();
  helper();
  Matrix{3}.describe();
  *length = lengthOf(__func__);
}

int main() {
  int *d, h;
  cudaMalloc(&d, sizeof(int));
  a_kernel_with_a_long_name<<<1, 1>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s: the kernel's name has %d letters\n", __func__, h);
  typed<<<1, 1>>>(1.0);
  cudaDeviceSynchronize();
  typed<<<1, 1>>>('c');
  cudaDeviceSynchronize();
  cudaFree(d);
}
