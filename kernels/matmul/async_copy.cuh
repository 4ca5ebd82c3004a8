#pragma once

#include <cuda_pipeline_primitives.h>

#include <cstddef>

namespace kernels {

/// Copies `bytes` (4, 8 or 16) from global to shared memory, both aligned to as many: the first `valid` of
/// them (0 to `bytes`, in multiples of 4), and zeros for the rest. From Ampere on it happens while the thread
/// goes on; __pipeline_commit() and __pipeline_wait_prior() say when it is done, as for
/// __pipeline_memcpy_async, which wants to know at compile time how much is valid.
template <int bytes>
__device__ inline void copy_async(void* to_shared, const void* from, int valid) {
#if __CUDA_ARCH__ >= 800
  const auto to = static_cast<unsigned>(__cvta_generic_to_shared(to_shared));
  if constexpr (bytes == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(valid) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %3, %2;" ::"r"(to), "l"(from), "r"(valid), "n"(bytes)
                 : "memory");
  }
#else
  for (int word = 0; word < bytes / 4; ++word) {
    static_cast<unsigned*>(to_shared)[word] = 4 * word < valid ? static_cast<const unsigned*>(from)[word] : 0;
  }
#endif
}

}  // namespace kernels
