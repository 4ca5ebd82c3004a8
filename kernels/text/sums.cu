// One block goes through all counts, some at a time: there is one for each tile of 8 KB of text, and next to
// the kernels that read these tiles it takes no time.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/text/block_sums.cuh"
#include "kernels/text/sums.hpp"

namespace kernels {
namespace {

constexpr unsigned block_threads = 1024;
constexpr unsigned counts_each = 8;

__global__ __launch_bounds__(block_threads) void sum_counts(const std::uint32_t* counts, std::size_t size,
                                                            std::uint64_t* sums) {
  std::uint64_t before = 0;
  for (std::size_t first = 0; first < size; first += block_threads * counts_each) {
    const std::size_t own = first + threadIdx.x * counts_each;
    std::uint32_t values[counts_each];
    std::uint32_t sum = 0;
#pragma unroll
    for (unsigned i = 0; i < counts_each; ++i) {
      values[i] = own + i < size ? counts[own + i] : 0;
      sum += values[i];
    }
    unsigned total = 0;
    std::uint64_t place = before + sum_before<block_threads>(sum, total);
#pragma unroll
    for (unsigned i = 0; i < counts_each; ++i) {
      if (own + i < size) sums[own + i] = place;
      place += values[i];
    }
    before += total;
  }
  if (threadIdx.x == 0) sums[size] = before;
}

}  // namespace

void exclusive_sums(const std::uint32_t* counts, std::size_t size, std::uint64_t* sums, GpuStream stream) {
  sum_counts<<<1, block_threads, 0, stream>>>(counts, size, sums);
  check_launch("exclusive_sums");
}

}  // namespace kernels
