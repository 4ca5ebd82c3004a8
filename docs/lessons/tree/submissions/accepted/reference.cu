#include <cuda_runtime.h>

constexpr int threads = 256;

__global__ void sum_blocks(const int* values, int n, int* total) {
  __shared__ int sums[threads];
  const int i = blockIdx.x * threads + threadIdx.x;
  sums[threadIdx.x] = i < n ? values[i] : 0;
  for (int half = threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) atomicAdd(total, sums[0]);
}

void sum(const int* values, int n, int* total) {
  sum_blocks<<<(n + threads - 1) / threads, threads>>>(values, n, total);
}
