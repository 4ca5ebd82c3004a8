#include "kernels/lights_out/lights_out.hpp"
#include "kernels/lights_out/lights_out_through_gpu.hpp"

namespace kernels {

// To add a technique, create the file lights_out_<device>_<technique>, and add its name here and a row below.
LightsOutFunction lights_out_cpu_enumeration;
LightsOutFunction lights_out_cpu_linear_map;
LightsOutDeviceFunction lights_out_gpu_enumeration;
LightsOutDeviceFunction lights_out_gpu_bit_slices;
LightsOutDeviceFunction lights_out_gpu_linear_map;

std::span<const LightsOutVariant> lights_out_variants() {
  static constexpr LightsOutVariant variants[] = {
      {.name = "cpu-enumeration",
       .idea = "try all 64 first rows; each forces the rows below it",
       .run = &lights_out_cpu_enumeration},
      {.name = "cpu-linear-map",
       .idea = "presses = inverse matrix * board over GF(2), by three table look-ups",
       .run = &lights_out_cpu_linear_map},
      {.name = "gpu-enumeration",
       .idea = "a thread a board tries all 64 first rows",
       .run = WARP_JUDGE_WITH_CUDA(&lights_out_through_gpu<&lights_out_gpu_enumeration>),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&lights_out_gpu_enumeration),
       .supported = &gpu_supported},
      {.name = "gpu-bit-slices",
       .idea = "a thread a board tries 32 first rows at once, one in each bit of a word",
       .run = WARP_JUDGE_WITH_CUDA(&lights_out_through_gpu<&lights_out_gpu_bit_slices>),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&lights_out_gpu_bit_slices),
       .supported = &gpu_supported},
      {.name = "gpu-linear-map",
       .idea = "presses = inverse matrix * board over GF(2), by three look-ups in shared memory",
       .run = WARP_JUDGE_WITH_CUDA(&lights_out_through_gpu<&lights_out_gpu_linear_map>),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&lights_out_gpu_linear_map),
       .supported = &gpu_supported},
  };
  return variants;
}

}  // namespace kernels
