#include "kernels/vector_add/vector_add.hpp"
#include "kernels/vector_add/vector_add_through_gpu.hpp"

namespace kernels {

VectorAddFunction vector_add_cpu_loop;
VectorAddDeviceFunction vector_add_gpu_one_thread_each;
VectorAddDeviceFunction vector_add_gpu_grid_stride;

std::span<const VectorAddVariant> vector_add_variants() {
  static constexpr VectorAddVariant variants[] = {
      {.name = "cpu-loop", .idea = "one loop over the elements", .run = &vector_add_cpu_loop},
      {.name = "gpu-one-thread-each",
       .idea = "a thread for each element",
       .run = WARP_JUDGE_WITH_CUDA(&vector_add_through_gpu<&vector_add_gpu_one_thread_each>),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&vector_add_gpu_one_thread_each),
       .supported = &gpu_supported},
      {.name = "gpu-grid-stride",
       .idea = "a loop over pairs of elements, in steps of the whole grid; 16-byte stores",
       .run = WARP_JUDGE_WITH_CUDA(&vector_add_through_gpu<&vector_add_gpu_grid_stride>),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&vector_add_gpu_grid_stride),
       .supported = &gpu_supported},
  };
  return variants;
}

}  // namespace kernels
