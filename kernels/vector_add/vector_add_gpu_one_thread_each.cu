// A thread for each element, the whole grid at once: what a first course on CUDA shows.
//
// Traffic: 8 bytes read and 8 written an element, all of them coalesced.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/vector_add/vector_add.hpp"

namespace kernels {
namespace {

constexpr unsigned block_threads = 256;

__global__ void add(const std::int32_t* a, const std::int32_t* b, std::int64_t* sum, std::size_t size) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < size) sum[i] = std::int64_t{a[i]} + std::int64_t{b[i]};
}

}  // namespace

void vector_add_gpu_one_thread_each(std::span<const std::int32_t> a, std::span<const std::int32_t> b,
                                    std::span<std::int64_t> sum, GpuStream stream) {
  if (sum.empty()) return;
  const auto blocks = static_cast<unsigned>((sum.size() + block_threads - 1) / block_threads);
  add<<<blocks, block_threads, 0, stream>>>(a.data(), b.data(), sum.data(), sum.size());
  check_launch("vector_add_gpu_one_thread_each");
}

}  // namespace kernels
