#pragma once

#include <thrust/functional.h>
#include <thrust/system/detail/sequential/adjacent_difference.h>
#include <thrust/type_traits/is_contiguous_iterator.h>
#include <thrust/type_traits/unwrap_contiguous_iterator.h>

#include <cstdint>
#include <cuda/std/type_traits>

#include "emulated/launch.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
CUDA_EMULATOR_THRUST_ALGORITHM(adjacent_difference)
}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/adjacent_difference.h>
#include <thrust/memory.h>
