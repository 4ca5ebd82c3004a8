#include <cuda_runtime.h>

constexpr int threads = 256;

__device__ int sum_of_warp(int value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(0xffffffff, value, distance);
  return value;  // the sum in lane 0
}

__global__ void sum_blocks(const int* values, int n, int* total) {
  __shared__ int sums[threads / 32];
  const int i = blockIdx.x * threads + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int of_warp = sum_of_warp(i < n ? values[i] : 0);
  if (lane == 0) sums[warp] = of_warp;
  __syncthreads();
  if (warp != 0) return;
  const int of_block = sum_of_warp(lane < threads / 32 ? sums[lane] : 0);
  if (lane == 0) atomicAdd(total, of_block);
}

void sum(const int* values, int n, int* total) {
  sum_blocks<<<(n + threads - 1) / threads, threads>>>(values, n, total);
}
