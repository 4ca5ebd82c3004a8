/// PTX instructions on barriers are not available here. This is for CCCL's own use, which does nothing with
/// it.
#pragma once

#include <cuda/__barrier/barrier_block_scope.h>

#include <cuda/std/cstdint>

_LIBCUDACXX_BEGIN_NAMESPACE_CUDA_DEVICE

_CCCL_DEVICE inline _CUDA_VSTD::uint64_t* barrier_native_handle(barrier<thread_scope_block>& barrier_) {
  return reinterpret_cast<_CUDA_VSTD::uint64_t*>(&barrier_);
}

_LIBCUDACXX_END_NAMESPACE_CUDA_DEVICE
