#pragma once

#include <thrust/system/cuda/detail/emulated/launch.h>
#include <thrust/system/detail/sequential/extrema.h>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
CUDA_EMULATOR_THRUST_ALGORITHM(min_element)
CUDA_EMULATOR_THRUST_ALGORITHM(max_element)
CUDA_EMULATOR_THRUST_ALGORITHM(minmax_element)
}  // namespace cuda_cub
THRUST_NAMESPACE_END
