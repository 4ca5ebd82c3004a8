#include "kernels/hating_frog/hating_frog.hpp"
#include "kernels/hating_frog/hating_frog_through_gpu.hpp"

namespace kernels {

// To add a technique, create the file hating_frog_<device>_<technique>, and add its name here and a row
// below.
HatingFrogFunction hating_frog_cpu_field_lookup;
HatingFrogFunction hating_frog_cpu_binary_search;
HatingFrogFunction hating_frog_cpu_parallel;
HatingFrogDeviceFunction hating_frog_gpu_bit_field;
HatingFrogDeviceFunction hating_frog_gpu_hash_set;

std::span<const HatingFrogVariant> hating_frog_variants() {
  static constexpr HatingFrogVariant variants[] = {
      {.name = "cpu-field-lookup",
       .idea = "every pair of plants starts a path; landings are looked up in a bitmap of the field",
       .run = &hating_frog_cpu_field_lookup},
      {.name = "cpu-binary-search",
       .idea = "every pair of plants starts a path; landings are searched in the sorted plants",
       .run = &hating_frog_cpu_binary_search},
      {.name = "cpu-parallel",
       .idea = "the first plants of paths dealt out to every core; landings are looked up as by one of these",
       .run = &hating_frog_cpu_parallel,
       .uses_all_cores = true},
      {.name = "gpu-bit-field",
       .idea = "a warp takes the pairs of one plant; landings are looked up in a bitmap of the field",
       .run = WARP_JUDGE_WITH_CUDA(&hating_frog_through_gpu<&hating_frog_gpu_bit_field>),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&hating_frog_gpu_bit_field),
       .supported = &gpu_supported},
      {.name = "gpu-hash-set",
       .idea = "a warp takes the pairs of one plant; landings are looked up in a hash set of the plants",
       .run = WARP_JUDGE_WITH_CUDA(&hating_frog_through_gpu<&hating_frog_gpu_hash_set>),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&hating_frog_gpu_hash_set),
       .supported = &gpu_supported},
  };
  return variants;
}

}  // namespace kernels
