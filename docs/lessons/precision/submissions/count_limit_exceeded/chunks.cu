// Precise, but each thread adds up a chunk of its own: neighbours read far apart.
#include <cuda_runtime.h>

// A number in two doubles: `high` is the sum rounded, `low` what rounding has lost.
struct Precise {
  double high, low;
};

__device__ Precise add(Precise a, Precise b) {
  const double high = a.high + b.high;
  const double of_b = high - a.high;
  const double lost = (a.high - (high - of_b)) + (b.high - of_b);
  const double low = lost + a.low + b.low;
  return {high + low, low - ((high + low) - high)};
}

constexpr int threads = 256, blocks = 16;
__device__ Precise of_blocks[blocks];

__device__ Precise sum_of_block(Precise own) {
  __shared__ Precise sums[threads];
  sums[threadIdx.x] = own;
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] = add(sums[threadIdx.x], sums[threadIdx.x + half]);
  }
  __syncthreads();
  return sums[0];
}

__global__ void sum_blocks(const double* values, int n) {
  Precise own{0, 0};
  const int each = (n + blocks * threads - 1) / (blocks * threads);
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
  for (int i = first; i < n && i < first + each; ++i) own = add(own, {values[i], 0});
  const Precise sum = sum_of_block(own);
  if (threadIdx.x == 0) of_blocks[blockIdx.x] = sum;
}

__global__ void sum_sums(double* total) {
  const Precise sum = sum_of_block(of_blocks[threadIdx.x]);
  if (threadIdx.x == 0) *total = sum.high + sum.low;
}

void sum(const double* values, int n, double* total) {
  sum_blocks<<<blocks, threads>>>(values, n);
  sum_sums<<<1, blocks>>>(total);
}
