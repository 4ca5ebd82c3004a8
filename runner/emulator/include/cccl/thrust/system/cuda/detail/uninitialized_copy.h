#pragma once

#include <thrust/distance.h>
#include <thrust/system/cuda/detail/execution_policy.h>
#include <thrust/system/detail/generic/uninitialized_copy.h>

#include <iterator>

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {

/// The name that copies between the host and the device use.
template <class Derived, class Input, class Size, class Output>
_CCCL_HOST_DEVICE Output uninitialized_copy_n(execution_policy<Derived>& policy, Input first, Size n,
                                              Output result) {
  return thrust::system::detail::generic::uninitialized_copy_n(policy, first, n, result);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
