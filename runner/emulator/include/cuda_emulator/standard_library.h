/// Standard library functions that nvcc accepts on both sides, although they are not declared so.
#pragma once

#include "qualifiers.h"

#ifdef __CUDA__
#include <type_traits>

CUDA_EMULATOR_COMMON_CODE_BEGIN
#include <initializer_list>
CUDA_EMULATOR_COMMON_CODE_END

#ifdef CUDA_EMULATOR_HOST_CONSTEXPR  // otherwise they are for both sides already
namespace std {
template <class T>
__device__ constexpr T&& forward(remove_reference_t<T>& value) noexcept {
  return static_cast<T&&>(value);
}
template <class T>
__device__ constexpr T&& forward(remove_reference_t<T>&& value) noexcept {
  static_assert(!is_lvalue_reference<T>::value, "an rvalue is not forwarded as an lvalue");
  return static_cast<T&&>(value);
}
template <class T>
__device__ constexpr remove_reference_t<T>&& move(T&& value) noexcept {
  return static_cast<remove_reference_t<T>&&>(value);
}
}  // namespace std
#endif
#endif
