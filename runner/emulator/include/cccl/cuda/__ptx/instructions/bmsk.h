/// Masks of adjacent bits, for which CCCL uses a PTX instruction.
#pragma once

#include <cuda/std/cstdint>

_LIBCUDACXX_BEGIN_NAMESPACE_CUDA_PTX

/// Sets `width` bits from bit `start` on; those beyond bit 31 are lost.
template <class = void>
_CCCL_DEVICE inline _CUDA_VSTD::uint32_t bmsk_clamp(_CUDA_VSTD::uint32_t start, _CUDA_VSTD::uint32_t width) {
  if (start > 31) return 0;
  return (width > 31 ? ~0u : (1u << width) - 1) << start;
}
/// Sets the bits with both arguments modulo 32.
template <class = void>
_CCCL_DEVICE inline _CUDA_VSTD::uint32_t bmsk_wrap(_CUDA_VSTD::uint32_t start, _CUDA_VSTD::uint32_t width) {
  return ((1u << (width & 31)) - 1) << (start & 31);
}

_LIBCUDACXX_END_NAMESPACE_CUDA_PTX
