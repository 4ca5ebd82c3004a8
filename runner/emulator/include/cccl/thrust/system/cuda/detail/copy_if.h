#pragma once

#include <thrust/advance.h>
#include <thrust/distance.h>
#include <thrust/system/detail/sequential/copy_if.h>

#include <cstdint>

#include "emulated/launch.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
CUDA_EMULATOR_THRUST_ALGORITHM(copy_if)
}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/copy.h>
