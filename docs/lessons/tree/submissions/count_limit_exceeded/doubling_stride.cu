// The active threads stand together, but what they add lies 2, 4, 8, ... words apart: in few banks.
#include <cuda_runtime.h>

constexpr int threads = 256;

__global__ void sum_blocks(const int* values, int n, int* total) {
  __shared__ int sums[threads];
  const int i = blockIdx.x * threads + threadIdx.x;
  sums[threadIdx.x] = i < n ? values[i] : 0;
  for (int step = 1; step < threads; step *= 2) {
    __syncthreads();
    const int at = 2 * step * threadIdx.x;
    if (at < threads) sums[at] += sums[at + step];
  }
  if (threadIdx.x == 0) atomicAdd(total, sums[0]);
}

void sum(const int* values, int n, int* total) {
  sum_blocks<<<(n + threads - 1) / threads, threads>>>(values, n, total);
}
