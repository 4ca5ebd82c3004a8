#include <cuda_runtime.h>

__global__ void add_each(const int* a, const int* b, int* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sums[i] = a[i] + b[i];
}

void add(const int* a, const int* b, int* sums, int n) {
  const int threads = 256;
  add_each<<<(n + threads - 1) / threads, threads>>>(a, b, sums, n);
}
