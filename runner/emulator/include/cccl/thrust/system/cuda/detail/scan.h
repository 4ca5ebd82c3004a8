#pragma once

#include <thrust/distance.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/detail/sequential/scan.h>

#include <cstdint>

#include "emulated/launch.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
CUDA_EMULATOR_THRUST_ALGORITHM(inclusive_scan)
CUDA_EMULATOR_THRUST_ALGORITHM(exclusive_scan)
}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/scan.h>
