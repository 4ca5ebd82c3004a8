#pragma once

#include <thrust/distance.h>
#include <thrust/pair.h>
#include <thrust/system/detail/sequential/partition.h>

#include <cstdint>

#include "emulated/launch.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
CUDA_EMULATOR_THRUST_ALGORITHM(stable_partition_copy)
CUDA_EMULATOR_THRUST_SEQUENTIAL(stable_partition)

template <class Derived, class Iterator, class... Arguments>
_CCCL_HOST_DEVICE Iterator stable_partition(execution_policy<Derived>& policy, Iterator first, Iterator last,
                                            Arguments... arguments) {
  const std::size_t bytes = emulated::scratch_for<thrust::detail::it_value_t<Iterator>>(last - first);
  return emulated::run<emulated::stable_partition_algorithm>(policy, bytes, first, last, arguments...);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/partition.h>
