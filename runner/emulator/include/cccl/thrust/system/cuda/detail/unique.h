#pragma once

#include <thrust/system/cuda/detail/emulated/launch.h>
#include <thrust/system/detail/sequential/unique.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
CUDA_EMULATOR_THRUST_ALGORITHM(unique)
CUDA_EMULATOR_THRUST_ALGORITHM(unique_copy)
CUDA_EMULATOR_THRUST_ALGORITHM(unique_count)
}  // namespace cuda_cub
THRUST_NAMESPACE_END
