// Only the first warp of each block adds its sum.
#include <cuda_runtime.h>

__device__ int sum_of_warp(int value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(0xffffffff, value, distance);
  return value;
}

__global__ void sum_blocks(const int* values, int n, int* total) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int of_warp = sum_of_warp(i < n ? values[i] : 0);
  if (threadIdx.x == 0) atomicAdd(total, of_warp);
}

void sum(const int* values, int n, int* total) {
  sum_blocks<<<(n + 255) / 256, 256>>>(values, n, total);
}
