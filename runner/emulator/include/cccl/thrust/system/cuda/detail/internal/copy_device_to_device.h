/// Copies within the device: trivially copyable values at once; others, and those in kernels, one by one.
#pragma once

#include <thrust/distance.h>
#include <thrust/system/detail/sequential/copy.h>
#include <thrust/type_traits/is_trivially_relocatable.h>

#include "../emulated/launch.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
CUDA_EMULATOR_THRUST_SEQUENTIAL(copy)

namespace __copy {

template <class Derived, class Input, class Output>
_CCCL_HOST_DEVICE Output device_to_device(execution_policy<Derived>& policy, Input first, Input last,
                                          Output result) {
#ifndef __CUDA_ARCH__
  if constexpr (is_indirectly_trivially_relocatable_to<Input, Output>::value) {
    using Element = thrust::detail::it_value_t<Input>;
    const auto n = thrust::distance(first, last);
    if (n == 0) return result;
    throw_on_error(
        trivial_copy_device_to_device(policy, reinterpret_cast<Element*>(thrust::raw_pointer_cast(&*result)),
                                      reinterpret_cast<const Element*>(thrust::raw_pointer_cast(&*first)), n),
        "a copy within the device");
    return result + n;
  }
#endif
  return emulated::run<emulated::copy_algorithm>(policy, 0, first, last, result);
}

}  // namespace __copy
}  // namespace cuda_cub
THRUST_NAMESPACE_END
