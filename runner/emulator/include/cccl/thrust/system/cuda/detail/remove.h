#pragma once

#include <thrust/system/detail/sequential/remove.h>

#include "emulated/launch.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
CUDA_EMULATOR_THRUST_ALGORITHM(remove_if)
CUDA_EMULATOR_THRUST_ALGORITHM(remove_copy_if)
}  // namespace cuda_cub
THRUST_NAMESPACE_END
