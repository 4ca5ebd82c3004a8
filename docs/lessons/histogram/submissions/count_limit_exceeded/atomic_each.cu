// One atomic operation in global memory for each element.
#include <cuda_runtime.h>

__global__ void count_each(const int* values, int n, int* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[values[i]], 1);
}

void histogram(const int* values, int n, int* bins) {
  count_each<<<(n + 255) / 256, 256>>>(values, n, bins);
}
