#pragma once

#include <thrust/distance.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/pair.h>
#include <thrust/system/detail/sequential/merge.h>

#include <cstdint>

#include "emulated/launch.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
CUDA_EMULATOR_THRUST_ALGORITHM(merge)
CUDA_EMULATOR_THRUST_ALGORITHM(merge_by_key)
}  // namespace cuda_cub
THRUST_NAMESPACE_END
