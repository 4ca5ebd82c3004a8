#include "kernels/bit_system/bit_system.hpp"
#include "kernels/bit_system/bit_system_through_gpu.hpp"

namespace kernels {

// To add a technique, create the file bit_system_<device>_<technique>, and add its name here and a row below.
BitSystemFunction bit_system_cpu_elimination;
BitSystemDeviceFunction bit_system_gpu_panels;
BitSystemDeviceFunction bit_system_gpu_banded;
Support bit_system_gpu_panels_supported();

namespace {

Support panels_supported() {
#ifdef WARP_JUDGE_HAS_CUDA
  return bit_system_gpu_panels_supported();
#else
  return gpu_supported();
#endif
}

}  // namespace

std::span<const BitSystemVariant> bit_system_variants() {
  static constexpr BitSystemVariant variants[] = {
      {.name = "cpu-elimination",
       .idea = "Gauss-Jordan elimination, 32 coefficients in a word",
       .run = &bit_system_cpu_elimination},
      {.name = "gpu-panels",
       .idea = "eliminate 32 columns by one block, then add their rows to all others through tables",
       .run = WARP_JUDGE_WITH_CUDA(&bit_system_through_gpu<&bit_system_gpu_panels>),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&bit_system_gpu_panels),
       .supported = &panels_supported,
       .largest_size = 32768},
      {.name = "gpu-banded",
       .idea = "eliminate by one block in a window along the diagonal, where coefficients lie near it; else "
               "gpu-panels",
       .run = WARP_JUDGE_WITH_CUDA(&bit_system_through_gpu<&bit_system_gpu_banded>),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&bit_system_gpu_banded),
       .supported = &panels_supported,
       .largest_size = 32768},
  };
  return variants;
}

}  // namespace kernels
