#pragma once

#include <thrust/detail/function.h>
#include <thrust/distance.h>
#include <thrust/functional.h>

#include <cstdint>

#include "emulated/launch.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
namespace emulated {

/// Adds in the form of a tree, as a GPU's blocks do. In a sequential sum, rounding errors of floats would
/// grow.
struct reduce_algorithm {
  template <class Policy, class Iterator, class T, class Operation>
  _CCCL_HOST_DEVICE static T run(Policy&, Iterator first, Iterator last, T initial, Operation operation) {
    const thrust::detail::wrapped_function<Operation, T> wrapped{operation};
    const auto n = last - first;
    if (n == 0) return initial;
    return wrapped(initial, reduced<T>(first, n, wrapped));
  }

 private:
  template <class T, class Iterator, class Size, class Operation>
  _CCCL_HOST_DEVICE static T reduced(Iterator first, Size n, const Operation& operation) {
    if (n > 64) {
      const T left = reduced<T>(first, n / 2, operation);
      return operation(left, reduced<T>(first + n / 2, n - n / 2, operation));
    }
    T result = thrust::raw_reference_cast(*first);
    for (Size i = 1; i < n; ++i) result = operation(result, *(first + i));
    return result;
  }
};

}  // namespace emulated

template <class Derived, class Iterator, class T, class Operation>
_CCCL_HOST_DEVICE T reduce(execution_policy<Derived>& policy, Iterator first, Iterator last, T initial,
                           Operation operation) {
  return emulated::run<emulated::reduce_algorithm>(policy, 0, first, last, initial, operation);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END

#include <thrust/memory.h>
#include <thrust/reduce.h>
