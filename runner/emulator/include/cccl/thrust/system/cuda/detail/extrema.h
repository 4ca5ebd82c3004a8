#pragma once

#include <thrust/distance.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/pair.h>
#include <thrust/system/detail/sequential/extrema.h>

#include <cstdint>
#include <cuda/std/iterator>

#include "emulated/launch.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
CUDA_EMULATOR_THRUST_ALGORITHM(min_element)
CUDA_EMULATOR_THRUST_ALGORITHM(max_element)
CUDA_EMULATOR_THRUST_ALGORITHM(minmax_element)
}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/extrema.h>
