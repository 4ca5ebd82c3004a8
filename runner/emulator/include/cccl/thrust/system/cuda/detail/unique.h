#pragma once

#include <thrust/advance.h>
#include <thrust/count.h>
#include <thrust/distance.h>
#include <thrust/functional.h>
#include <thrust/system/detail/sequential/unique.h>

#include <cstdint>

#include "emulated/launch.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
CUDA_EMULATOR_THRUST_ALGORITHM(unique)
CUDA_EMULATOR_THRUST_ALGORITHM(unique_copy)
CUDA_EMULATOR_THRUST_ALGORITHM(unique_count)
}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/memory.h>
#include <thrust/unique.h>
