#pragma once

#include <thrust/distance.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/system/detail/sequential/find.h>

#include "emulated/launch.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
CUDA_EMULATOR_THRUST_ALGORITHM(find_if)
}  // namespace cuda_cub
THRUST_NAMESPACE_END
