#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <thrust/distance.h>
#include <thrust/extrema.h>
#include <thrust/sequence.h>
#include <thrust/system/detail/sequential/sort.h>
#include <thrust/type_traits/is_contiguous_iterator.h>

#include <cstdint>
#include <cuda/cmath>

#include "emulated/launch.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
CUDA_EMULATOR_THRUST_SEQUENTIAL(stable_sort)
CUDA_EMULATOR_THRUST_SEQUENTIAL(stable_sort_by_key)

template <class Derived, class Keys, class Compare>
_CCCL_HOST_DEVICE void stable_sort(execution_policy<Derived>& policy, Keys first, Keys last,
                                   Compare compare) {
  const std::size_t bytes = emulated::scratch_for<thrust::detail::it_value_t<Keys>>(last - first);
  emulated::run<emulated::stable_sort_algorithm>(policy, bytes, first, last, compare);
}

template <class Derived, class Keys, class Values, class Compare>
_CCCL_HOST_DEVICE void stable_sort_by_key(execution_policy<Derived>& policy, Keys first, Keys last,
                                          Values values, Compare compare) {
  const std::size_t bytes =
      emulated::scratch_for<thrust::detail::it_value_t<Keys>, thrust::detail::it_value_t<Values>>(last -
                                                                                                  first);
  emulated::run<emulated::stable_sort_by_key_algorithm>(policy, bytes, first, last, values, compare);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/sort.h>
