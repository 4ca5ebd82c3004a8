// Keeps what rounding loses within a thread, and drops it where threads meet.
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
  sums[threadIdx.x] = {own.high + own.low, 0};
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x].high += sums[threadIdx.x + half].high;
  }
  __syncthreads();
  return sums[0];
}

__global__ void sum_blocks(const double* values, int n) {
  Precise own{0, 0};
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    own = add(own, {values[i], 0});
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
