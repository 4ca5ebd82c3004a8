/// Defines cuda::barrier of a block as CCCL's general one, which needs no PTX. clang allows it in shared
/// memory because its destructor does nothing.
#pragma once

#include <cuda/__fwd/barrier.h>
#include <cuda/__fwd/barrier_native_handle.h>
#include <cuda/std/__atomic/scopes.h>
#include <cuda/std/__barrier/barrier.h>
#include <cuda/std/__barrier/empty_completion.h>
#include <cuda/std/__barrier/poll_tester.h>

#include <cuda/std/__new_>
#include <cuda/std/chrono>
#include <cuda/std/cstdint>
#include <nv/target>

_LIBCUDACXX_BEGIN_NAMESPACE_CUDA

struct __block_scope_barrier_base {};

template <>
class barrier<thread_scope_block, _CUDA_VSTD::__empty_completion>
    : public __block_scope_barrier_base,
      public _CUDA_VSTD::__barrier_base<_CUDA_VSTD::__empty_completion, thread_scope_block> {
  using __base = _CUDA_VSTD::__barrier_base<_CUDA_VSTD::__empty_completion, thread_scope_block>;
  using __nanoseconds = _CUDA_VSTD::chrono::nanoseconds;

 public:
  using arrival_token = typename __base::arrival_token;

  _CCCL_HIDE_FROM_ABI barrier() = default;
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;
  _CCCL_HOST_DEVICE barrier(_CUDA_VSTD::ptrdiff_t expected, _CUDA_VSTD::__empty_completion = {})
      : __base(expected) {}

  _CCCL_HOST_DEVICE friend void init(barrier* barrier_, _CUDA_VSTD::ptrdiff_t expected,
                                     _CUDA_VSTD::__empty_completion = {}) {
    new (barrier_) barrier(expected);
  }

  template <class Rep, class Period>
  _CCCL_HOST_DEVICE bool try_wait_for(arrival_token&& token,
                                      const _CUDA_VSTD::chrono::duration<Rep, Period>& time) {
    return _CUDA_VSTD::__cccl_thread_poll_with_backoff(
        _CUDA_VSTD::__barrier_poll_tester_phase<__base>(this, _CUDA_VSTD::move(token)), at_least_one(time));
  }
  template <class Clock, class Duration>
  _CCCL_HOST_DEVICE bool try_wait_until(arrival_token&& token,
                                        const _CUDA_VSTD::chrono::time_point<Clock, Duration>& time) {
    return try_wait_for(_CUDA_VSTD::move(token), time - Clock::now());
  }
  template <class Rep, class Period>
  _CCCL_HOST_DEVICE bool try_wait_parity_for(bool parity,
                                             const _CUDA_VSTD::chrono::duration<Rep, Period>& time) {
    return _CUDA_VSTD::__cccl_thread_poll_with_backoff(
        _CUDA_VSTD::__barrier_poll_tester_parity<__base>(this, parity), at_least_one(time));
  }
  template <class Clock, class Duration>
  _CCCL_HOST_DEVICE bool try_wait_parity_until(bool parity,
                                               const _CUDA_VSTD::chrono::time_point<Clock, Duration>& time) {
    return try_wait_parity_for(parity, time - Clock::now());
  }

  _CCCL_HOST_DEVICE static constexpr _CUDA_VSTD::ptrdiff_t max() noexcept { return (1 << 20) - 1; }

 private:
  /// A time of zero would mean to wait for ever.
  template <class Rep, class Period>
  _CCCL_HOST_DEVICE static __nanoseconds at_least_one(const _CUDA_VSTD::chrono::duration<Rep, Period>& time) {
    const auto count = _CUDA_VSTD::chrono::duration_cast<__nanoseconds>(time);
    return count < __nanoseconds(1) ? __nanoseconds(1) : count;
  }
};

_LIBCUDACXX_END_NAMESPACE_CUDA
