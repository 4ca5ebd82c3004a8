#pragma once

namespace kernels {

/// Combines the `total`s of all threads of a block, by exchanges within warps and then within one warp;
/// thread 0 has the result. The order is fixed by the threads' numbers. May be called again without a barrier
/// between when the first call's result has passed one. (Justin Luitjens, "Faster Parallel Reductions on
/// Kepler", NVIDIA, 2014.)
template <class Operation, unsigned block_threads>
__device__ typename Operation::Accumulator block_reduce(typename Operation::Accumulator total) {
  constexpr unsigned warp = 32, warps = block_threads / warp, everyone = 0xFFFF'FFFF;
  __shared__ typename Operation::Accumulator totals[warps];
#pragma unroll
  for (unsigned distance = warp / 2; distance > 0; distance /= 2) {
    total = Operation::combine(total, __shfl_down_sync(everyone, total, distance));
  }
  if (threadIdx.x % warp == 0) totals[threadIdx.x / warp] = total;
  __syncthreads();
  if (threadIdx.x < warp) {
    total = threadIdx.x < warps ? totals[threadIdx.x] : Operation::identity();
#pragma unroll
    for (unsigned distance = warps / 2; distance > 0; distance /= 2) {
      total = Operation::combine(total, __shfl_down_sync(everyone, total, distance));
    }
  }
  return total;
}

}  // namespace kernels
