#include <cuda_runtime.h>

// Adds up values in a tree. The memory is read as it should be, but a double has too few digits for these values.
constexpr int threads = 256, blocks = 16;
__device__ double of_blocks[blocks];

__device__ double sum_of_block(double own) {
  __shared__ double sums[threads];
  sums[threadIdx.x] = own;
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  __syncthreads();
  return sums[0];
}

__global__ void sum_blocks(const double* values, int n) {
  double own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) own += values[i];
  const double sum = sum_of_block(own);
  if (threadIdx.x == 0) of_blocks[blockIdx.x] = sum;
}

__global__ void sum_sums(double* total) {
  const double sum = sum_of_block(of_blocks[threadIdx.x]);
  if (threadIdx.x == 0) *total = sum;
}

void sum(const double* values, int n, double* total) {
  sum_blocks<<<blocks, threads>>>(values, n);
  sum_sums<<<1, blocks>>>(total);
}
