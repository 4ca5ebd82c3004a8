#pragma once

#include <thrust/distance.h>
#include <thrust/functional.h>
#include <thrust/pair.h>
#include <thrust/system/detail/sequential/reduce_by_key.h>

#include <cstdint>
#include <cuda/std/iterator>

#include "emulated/launch.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
CUDA_EMULATOR_THRUST_ALGORITHM(reduce_by_key)
}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/memory.h>
#include <thrust/reduce.h>
