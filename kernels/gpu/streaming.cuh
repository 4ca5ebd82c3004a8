#pragma once

// How kernels read and write what does not fit the L2 cache, once.
//
// Where lines that were read are marked to be evicted last, those that were written leave the cache first,
// soon after they came, and the memory gets them in the order of the stores. On an H200 kernels that read as
// much as they write so gain 1.5% to 2.5%, from eight times the cache on. It takes little from the kernels
// after them: 24 MB that the next kernel reads twice come 4 us later.

#include <cstddef>

#include "kernels/gpu/cuda_check.hpp"

namespace kernels {

/// Whether reads of `bytes` bytes should be `kept` ones: many times the size of the current GPU's L2 cache.
inline bool streams_far_beyond_cache(std::size_t bytes) {
  static const std::size_t cache_bytes = [] {
    int device = 0, size = 0;
    check_cuda(cudaGetDevice(&device), "cudaGetDevice");
    check_cuda(cudaDeviceGetAttribute(&size, cudaDevAttrL2CacheSize, device), "size of the L2 cache");
    return static_cast<std::size_t>(size);
  }();
  return bytes / 8 >= cache_bytes;
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && !defined(WARP_JUDGE_EMULATED_GPU)

__device__ inline unsigned long long evicted_last() {
  unsigned long long policy;
  asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
  return policy;
}

template <bool kept>
__device__ uint4 load_once(const uint4* from) {
  if constexpr (!kept) return __ldcs(from);
  uint4 value;
  asm volatile("ld.global.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
               : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
               : "l"(from), "l"(evicted_last()));
  return value;
}

template <bool kept>
__device__ int2 load_once(const int2* from) {
  if constexpr (!kept) return __ldcs(from);
  int2 value;
  asm volatile("ld.global.L2::cache_hint.v2.s32 {%0, %1}, [%2], %3;"
               : "=r"(value.x), "=r"(value.y)
               : "l"(from), "l"(evicted_last()));
  return value;
}

#else

template <bool kept, class Vector>
__device__ Vector load_once(const Vector* from) {
  return __ldcs(from);
}

#endif

}  // namespace kernels
