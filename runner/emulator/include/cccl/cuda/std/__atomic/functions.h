/// Implements the operations of cuda::atomic in device code by the compiler's own, where CCCL has PTX. Scopes
/// matter only to the search for races, because a CPU has only the widest.
#pragma once

#include <cuda/std/__atomic/functions/common.h>
#include <cuda/std/__atomic/functions/host.h>
#include <cuda/std/__atomic/platform.h>
#include <cuda/std/__atomic/scopes.h>
#include <cuda/std/__type_traits/is_integral.h>
#include <cuda/std/__type_traits/is_pointer.h>
#include <cuda/std/__type_traits/remove_cv.h>

#include <cuda/std/detail/__config>

_LIBCUDACXX_BEGIN_NAMESPACE_STD

/// Exists for the duration of an operation.
template <class Scope>
struct __emulated_scope {
  _CCCL_DEVICE __emulated_scope() {}
};
template <>
struct __emulated_scope<__thread_scope_block_tag> : cuda_emulator::BlockScope {};

template <class Scope>
_CCCL_DEVICE inline void __atomic_thread_fence_cuda(int order, Scope) {
  __atomic_thread_fence(order);
}
_CCCL_DEVICE inline void __atomic_signal_fence_cuda(int order) {
  __atomic_signal_fence(order);
}

template <class T, class Scope>
_CCCL_DEVICE inline remove_cv_t<T> __atomic_load_n_cuda(T* address, int order, Scope) {
  const __emulated_scope<Scope> in_scope;
  remove_cv_t<T> value;
  __atomic_load(const_cast<remove_cv_t<T>*>(address), &value, order);
  return value;
}
template <class T, class Value, class Scope>
_CCCL_DEVICE inline void __atomic_store_n_cuda(T* address, Value value, int order, Scope) {
  const __emulated_scope<Scope> in_scope;
  remove_cv_t<T> stored = value;
  __atomic_store(const_cast<remove_cv_t<T>*>(address), &stored, order);
}
template <class T, class Value, class Scope>
_CCCL_DEVICE inline remove_cv_t<T> __atomic_exchange_n_cuda(T* address, Value value, int order, Scope) {
  const __emulated_scope<Scope> in_scope;
  remove_cv_t<T> stored = value, old;
  __atomic_exchange(const_cast<remove_cv_t<T>*>(address), &stored, &old, order);
  return old;
}
template <class T, class Expected, class Value, class Scope>
_CCCL_DEVICE inline bool __atomic_compare_exchange_cuda(T* address, Expected* expected, Value value,
                                                        bool weak, int success, int failure, Scope) {
  const __emulated_scope<Scope> in_scope;
  remove_cv_t<T> stored = value;
  return __atomic_compare_exchange(const_cast<remove_cv_t<T>*>(address), expected, &stored, weak, success,
                                   failure);
}

/// Replaces the value by `change(value)` and returns the old one.
template <class T, class Change, class Scope>
_CCCL_DEVICE inline remove_cv_t<T> __atomic_fetch_update_cuda(T* address, const Change& change, int order,
                                                              Scope scope) {
  remove_cv_t<T> old = __atomic_load_n_cuda(address, __ATOMIC_RELAXED, scope);
  while (!__atomic_compare_exchange_cuda(address, &old, change(old), true, order, __ATOMIC_RELAXED, scope)) {
  }
  return old;
}

// Pointers are counted in elements.
#define CUDA_EMULATOR_FETCH(name, by_change)                                                          \
  template <class T, class Value, class Scope>                                                        \
  _CCCL_DEVICE inline remove_cv_t<T> __atomic_fetch_##name##_cuda(T* address, Value value, int order, \
                                                                  Scope scope) {                      \
    if constexpr (is_integral<T>::value) {                                                            \
      const __emulated_scope<Scope> in_scope;                                                         \
      return __atomic_fetch_##name(address, static_cast<remove_cv_t<T>>(value), order);               \
    } else {                                                                                          \
      return __atomic_fetch_update_cuda(                                                              \
          address, [value](const remove_cv_t<T>& old) -> remove_cv_t<T> { return by_change; }, order, \
          scope);                                                                                     \
    }                                                                                                 \
  }
CUDA_EMULATOR_FETCH(add, old + value)
CUDA_EMULATOR_FETCH(sub, old - value)
CUDA_EMULATOR_FETCH(and, old& value)
CUDA_EMULATOR_FETCH(or, old | value)
CUDA_EMULATOR_FETCH(xor, old ^ value)
#undef CUDA_EMULATOR_FETCH

template <class T, class Value, class Scope>
_CCCL_DEVICE inline remove_cv_t<T> __atomic_fetch_max_cuda(T* address, Value value, int order, Scope scope) {
  return __atomic_fetch_update_cuda(
      address, [value](const remove_cv_t<T>& old) -> remove_cv_t<T> { return old < value ? value : old; },
      order, scope);
}
template <class T, class Value, class Scope>
_CCCL_DEVICE inline remove_cv_t<T> __atomic_fetch_min_cuda(T* address, Value value, int order, Scope scope) {
  return __atomic_fetch_update_cuda(
      address, [value](const remove_cv_t<T>& old) -> remove_cv_t<T> { return value < old ? value : old; },
      order, scope);
}

_LIBCUDACXX_END_NAMESPACE_STD
