#pragma once

#include <thrust/distance.h>
#include <thrust/functional.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/detail/sequential/scan_by_key.h>
#include <thrust/type_traits/is_contiguous_iterator.h>
#include <thrust/type_traits/unwrap_contiguous_iterator.h>

#include <cstdint>

#include "emulated/launch.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
CUDA_EMULATOR_THRUST_ALGORITHM(inclusive_scan_by_key)
CUDA_EMULATOR_THRUST_ALGORITHM(exclusive_scan_by_key)
}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/scan.h>
