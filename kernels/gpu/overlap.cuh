#pragma once

// Kernels of one stream that overlap: the next is launched while the one before it still runs, and waits by
// itself for the other's end, so that the time between them is hidden. (CUDA C++ Programming Guide,
// "Programmatic Dependent Launch and Synchronization".) It needs code for compute capability 9.0 or later;
// in other code each kernel begins after the one before, and these functions do nothing.

#include <cstddef>
#include <type_traits>

#include "kernels/gpu/cuda_check.hpp"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && !defined(WARP_JUDGE_EMULATED_GPU)
#define WARP_JUDGE_OVERLAPS
#endif

namespace kernels {

/// The next kernel of the stream may start once every block of this one has called this or ended.
__device__ inline void let_next_begin() {
#ifdef WARP_JUDGE_OVERLAPS
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/// Returns when the preceding kernels have ended. Every thread calls it before it accesses any memory that
/// another kernel may use.
__device__ inline void wait_for_previous() {
#ifdef WARP_JUDGE_OVERLAPS
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Prefetches `bytes` bytes into the L2 cache; both arguments are multiples of 16. May precede
/// wait_for_previous(): another kernel's writes in the meantime go to that cache.
__device__ inline void prefetch(const void* data, std::size_t bytes) {
#ifdef WARP_JUDGE_OVERLAPS
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(data), "r"(static_cast<unsigned>(bytes)));
#else
  static_cast<void>(data), static_cast<void>(bytes);
#endif
}

struct Grid {
  dim3 blocks, threads;
  std::size_t shared_bytes = 0;
};

/// <<<grid, stream>>> of a kernel that calls wait_for_previous().
template <class... Parameters>
void launch_overlapping(void (*kernel)(Parameters...), const Grid& grid, GpuStream stream,
                        std::type_identity_t<Parameters>... arguments) {
  // Checks the loaded code: if it does not wait, nothing else would. All kernels are built alike.
  static const bool waits = [&] {
    cudaFuncAttributes attributes{};
    check_cuda(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(kernel)), "kernel's code");
    return attributes.ptxVersion >= 90 && !gpu_is_emulated;
  }();
  cudaLaunchAttribute overlap{};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = grid.blocks;
  config.blockDim = grid.threads;
  config.dynamicSmemBytes = grid.shared_bytes;
  config.stream = stream;
  config.attrs = &overlap;
  config.numAttrs = waits ? 1 : 0;
  check_cuda(cudaLaunchKernelEx(&config, kernel, arguments...), "launch");
}

}  // namespace kernels
