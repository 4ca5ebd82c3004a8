#pragma once

#include <thrust/system/cuda/detail/emulated/launch.h>
#include <thrust/system/detail/sequential/scan_by_key.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
CUDA_EMULATOR_THRUST_ALGORITHM(inclusive_scan_by_key)
CUDA_EMULATOR_THRUST_ALGORITHM(exclusive_scan_by_key)
}  // namespace cuda_cub
THRUST_NAMESPACE_END
