// A grid that fills the GPU once and strides over the elements, four of them a step: two 16-byte loads and
// two 16-byte stores a thread are in flight together, and index arithmetic is paid for once in four. (Mark
// Harris, "CUDA Pro Tip: Write Flexible Kernels with Grid-Stride Loops", NVIDIA, 2013.)
//
// Buffers that are not aligned to 16 bytes, and the last elements, are added one by one.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/vector_add/vector_add.hpp"

namespace kernels {
namespace {

constexpr int block_threads = 256;
constexpr std::size_t group = 4;  // elements a thread adds in one step

__global__ void add_groups(const int4* a, const int4* b, longlong2* sum, std::size_t groups) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < groups; i += step) {
    const int4 x = a[i], y = b[i];
    sum[2 * i] = {static_cast<long long>(x.x) + y.x, static_cast<long long>(x.y) + y.y};
    sum[2 * i + 1] = {static_cast<long long>(x.z) + y.z, static_cast<long long>(x.w) + y.w};
  }
}

__global__ void add_single(const std::int32_t* a, const std::int32_t* b, std::int64_t* sum,
                           std::size_t size) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < size; i += step) {
    sum[i] = std::int64_t{a[i]} + std::int64_t{b[i]};
  }
}

bool is_aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0;
}

}  // namespace

void vector_add_gpu_grid_stride(std::span<const std::int32_t> a, std::span<const std::int32_t> b,
                                std::span<std::int64_t> sum, GpuStream stream) {
  const bool aligned = is_aligned(a.data()) && is_aligned(b.data()) && is_aligned(sum.data());
  const std::size_t groups = aligned ? sum.size() / group : 0;
  if (groups > 0) {
    static const unsigned most_blocks = resident_blocks(add_groups, block_threads);
    add_groups<<<grid_for(groups, block_threads, most_blocks), block_threads, 0, stream>>>(
        reinterpret_cast<const int4*>(a.data()), reinterpret_cast<const int4*>(b.data()),
        reinterpret_cast<longlong2*>(sum.data()), groups);
    check_launch("vector_add_gpu_grid_stride");
  }
  const std::size_t done = groups * group, left = sum.size() - done;
  if (left > 0) {
    static const unsigned most_blocks = resident_blocks(add_single, block_threads);
    add_single<<<grid_for(left, block_threads, most_blocks), block_threads, 0, stream>>>(
        a.data() + done, b.data() + done, sum.data() + done, left);
    check_launch("vector_add_gpu_grid_stride, the rest");
  }
}

}  // namespace kernels
