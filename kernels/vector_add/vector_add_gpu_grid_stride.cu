// A grid-stride loop over pairs of elements: two loads of 8 bytes and one store of 16, so that a warp's loads
// and its store fill whole lines of 128 bytes. (Four elements a step, loaded by 16 bytes and stored in two
// halves, lost a quarter of the bandwidth on an H200.)
//
// The loop lets any grid do all the work (Mark Harris, "CUDA Pro Tip: Write Flexible Kernels with Grid-Stride
// Loops", NVIDIA, 2013). A grid that fills the GPU just once was 7% slower on an H200, though, than one as
// large as the vectors, whose blocks are started in their order and stay close together in memory: so the grid
// is that large, up to some limit.
//
// Vectors far beyond the L2 cache are read so that what is written leaves it first (kernels/gpu/streaming.cuh),
// and the kernel begins while the one before it ends (kernels/gpu/overlap.cuh).
//
// Elements of buffers with another alignment, and a last odd element, are added one by one.
//
// Traffic: 8 bytes read and 8 written an element. Prediction: the device copy's bandwidth, which reads as much
// as it writes, too. Results: laboratory/notes/vector_add.md.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/gpu/overlap.cuh"
#include "kernels/gpu/streaming.cuh"
#include "kernels/vector_add/vector_add.hpp"

namespace kernels {
namespace {

constexpr int block_threads = 512;
constexpr unsigned grids = 4096;  ///< at most this multiple of the blocks that the GPU holds at once

template <bool kept>
__global__ __launch_bounds__(block_threads) void add_pairs(const int2* a, const int2* b, longlong2* sum,
                                                           std::size_t pairs) {
  let_next_begin();
  wait_for_previous();
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < pairs; i += step) {
    const int2 x = load_once<kept>(a + i), y = load_once<kept>(b + i);
    __stcs(sum + i, longlong2{static_cast<long long>(x.x) + y.x, static_cast<long long>(x.y) + y.y});
  }
}

__global__ void add_single(const std::int32_t* a, const std::int32_t* b, std::int64_t* sum,
                           std::size_t size) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < size; i += step) {
    sum[i] = std::int64_t{a[i]} + std::int64_t{b[i]};
  }
}

bool is_aligned(const void* pointer, std::size_t bytes) {
  return reinterpret_cast<std::uintptr_t>(pointer) % bytes == 0;
}

}  // namespace

void vector_add_gpu_grid_stride(std::span<const std::int32_t> a, std::span<const std::int32_t> b,
                                std::span<std::int64_t> sum, GpuStream stream) {
  const bool aligned = is_aligned(a.data(), sizeof(int2)) && is_aligned(b.data(), sizeof(int2)) &&
                       is_aligned(sum.data(), sizeof(longlong2));
  const std::size_t pairs = aligned ? sum.size() / 2 : 0;
  if (pairs > 0) {
    static const unsigned most_blocks = grids * resident_blocks(add_pairs<false>, block_threads);
    launch_overlapping(streams_far_beyond_cache(sum.size_bytes()) ? add_pairs<true> : add_pairs<false>,
                       {grid_for(pairs, block_threads, most_blocks), block_threads}, stream,
                       reinterpret_cast<const int2*>(a.data()), reinterpret_cast<const int2*>(b.data()),
                       reinterpret_cast<longlong2*>(sum.data()), pairs);
  }
  const std::size_t done = 2 * pairs, left = sum.size() - done;
  if (left > 0) {
    static const unsigned most_blocks = grids * resident_blocks(add_single, block_threads);
    add_single<<<grid_for(left, block_threads, most_blocks), block_threads, 0, stream>>>(
        a.data() + done, b.data() + done, sum.data() + done, left);
    check_launch("vector_add_gpu_grid_stride, the rest");
  }
}

}  // namespace kernels
