#pragma once

#include <thrust/distance.h>
#include <thrust/extrema.h>
#include <thrust/pair.h>
#include <thrust/system/detail/sequential/set_operations.h>

#include <cstdint>

#include "emulated/launch.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
CUDA_EMULATOR_THRUST_ALGORITHM(set_difference)
CUDA_EMULATOR_THRUST_ALGORITHM(set_intersection)
CUDA_EMULATOR_THRUST_ALGORITHM(set_symmetric_difference)
CUDA_EMULATOR_THRUST_ALGORITHM(set_union)
}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/set_operations.h>
