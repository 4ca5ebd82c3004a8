#pragma once

namespace kernels {

/// The sum of `value` over the threads of the block before the calling one; `total` is that over all. Every thread
/// calls it. Exchanges within warps, then every thread adds up the warps before its own.
template <unsigned block_threads>
__device__ unsigned sum_before(unsigned value, unsigned& total) {
  constexpr unsigned warp = 32, warps = block_threads / warp, everyone = 0xFFFF'FFFF;
  __shared__ unsigned sums[warps];
  const unsigned lane = threadIdx.x % warp, own = threadIdx.x / warp;
  unsigned sum = value;
#pragma unroll
  for (unsigned distance = 1; distance < warp; distance *= 2) {
    const unsigned before = __shfl_up_sync(everyone, sum, distance);
    if (lane >= distance) sum += before;
  }
  __syncthreads();  // of an earlier call all have read
  if (lane == warp - 1) sums[own] = sum;
  __syncthreads();
  unsigned before = 0;
  total = 0;
#pragma unroll
  for (unsigned i = 0; i < warps; ++i) {
    if (i == own) before = total;
    total += sums[i];
  }
  return before + sum - value;
}

}  // namespace kernels
