#include <cuda_runtime.h>

// bins[v] is how often v, from 0 to 63, is among the n values; all bins are 0 at first. Right, but each element is an
// atomic operation in global memory.
__global__ void count_each(const int* values, int n, int* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[values[i]], 1);
}

void histogram(const int* values, int n, int* bins) {
  count_each<<<(n + 255) / 256, 256>>>(values, n, bins);
}
