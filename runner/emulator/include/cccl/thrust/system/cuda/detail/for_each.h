#pragma once

#include <thrust/detail/function.h>
#include <thrust/distance.h>
#include <thrust/system/detail/sequential/for_each.h>

#include "emulated/launch.h"

THRUST_NAMESPACE_BEGIN
namespace cuda_cub {
namespace emulated {

/// Uses many threads, because the function that is called may use atomic operations and have races.
template <class Iterator, class Size, class Function>
__global__ void for_each_kernel(Iterator first, Size n, Function function) {
  thrust::detail::wrapped_function<Function, void> wrapped{function};
  const Size step = static_cast<Size>(gridDim.x) * blockDim.x;
  for (Size i = static_cast<Size>(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += step)
    wrapped(*(first + i));
}

}  // namespace emulated

template <class Derived, class Iterator, class Size, class Function>
_CCCL_HOST_DEVICE Iterator for_each_n(execution_policy<Derived>& policy, Iterator first, Size n,
                                      Function function) {
  struct host_path {
    _CCCL_HOST static void call(execution_policy<Derived>& policy, Iterator first, Size n,
                                Function function) {
      constexpr unsigned most_threads = 256, most_blocks = 256;
      const unsigned threads = n < static_cast<Size>(most_threads) ? static_cast<unsigned>(n) : most_threads;
      const auto needed = (static_cast<unsigned long long>(n) + threads - 1) / threads;
      const unsigned blocks = needed < most_blocks ? static_cast<unsigned>(needed) : most_blocks;
      emulated::for_each_kernel<<<blocks, threads, 0, cuda_cub::stream(policy)>>>(first, n, function);
      emulated::wait_for_kernel(policy);
    }
  };
  if (n <= 0) return first;
#ifdef __CUDA_ARCH__
  thrust::detail::seq_t sequential;
  return thrust::system::detail::sequential::for_each_n(sequential, first, n, function);
#else
  host_path::call(policy, first, n, function);
  return first + n;
#endif
}

template <class Derived, class Iterator, class Function>
_CCCL_HOST_DEVICE Iterator for_each(execution_policy<Derived>& policy, Iterator first, Iterator last,
                                    Function function) {
  return cuda_cub::for_each_n(policy, first, thrust::distance(first, last), function);
}

}  // namespace cuda_cub
THRUST_NAMESPACE_END
