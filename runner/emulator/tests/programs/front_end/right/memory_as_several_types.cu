// The same memory as float, int and long: words are taken apart, and seen again as what they were written as.
#include <stdio.h>

__global__ void overlay(float* number, int* bits, int* seen) {
  *bits = 1;
  *number = 2.0f;  // the same address
  seen[0] = *bits;
  bits[1] = 7;
  *(short*)&bits[1] = 9;
  seen[1] = bits[1];
}

__device__ float inverseRoot(float x) {
  int i = 0x5f3759df - (*(int*)&x >> 1);
  float y = *(float*)&i;
  return y * (1.5f - 0.5f * x * y * y);
}

__global__ void roots(const float* x, float* y, int n) {
  int i = threadIdx.x;
  if (i < n) y[i] = inverseRoot(x[i]);
}

int main() {
  int *memory, *seen;
  float *x, *y;
  cudaMallocManaged(&memory, 2 * sizeof(int));
  cudaMallocManaged(&seen, 2 * sizeof(int));
  cudaMallocManaged(&x, 3 * sizeof(float));
  cudaMallocManaged(&y, 3 * sizeof(float));
  x[0] = 1.0f, x[1] = 4.0f, x[2] = 100.0f;
  overlay<<<1, 1>>>((float*)memory, memory, seen);
  roots<<<1, 3>>>(x, y, 3);
  cudaDeviceSynchronize();
  printf("%x %d\n", seen[0], seen[1]);
  printf("%.3f %.3f %.3f\n", y[0], y[1], y[2]);
  cudaFree(memory), cudaFree(seen), cudaFree(x), cudaFree(y);
  return 0;
}
