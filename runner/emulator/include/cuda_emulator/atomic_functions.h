/// Atomic operations. Each returns the old value. The `_system` forms are the same. The `_block` forms differ
/// only in the search for races, because a CPU has only the widest scope.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "qualifiers.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cuda_emulator {

extern "C" void cuda_emulator_begin_block_scope();
extern "C" void cuda_emulator_end_block_scope();

/// While an object lives, the thread's atomic operations have the scope of its block.
struct BlockScope {
  BlockScope() { cuda_emulator_begin_block_scope(); }
  ~BlockScope() { cuda_emulator_end_block_scope(); }
};

template <std::size_t bytes>
struct UnsignedOfSize;
template <>
struct UnsignedOfSize<2> {
  using Type = std::uint16_t;
};
template <>
struct UnsignedOfSize<4> {
  using Type = std::uint32_t;
};
template <>
struct UnsignedOfSize<8> {
  using Type = std::uint64_t;
};

/// Replaces the value by `change(value)`, for operations that the CPU has no instruction for.
template <class T, class Change>
T atomic_change(T* address, Change change) {
  using Bits = typename UnsignedOfSize<sizeof(T)>::Type;
  auto* bits_address = reinterpret_cast<Bits*>(address);
  Bits old_bits = __atomic_load_n(bits_address, __ATOMIC_RELAXED), new_bits;
  T old_value;
  do {
    std::memcpy(&old_value, &old_bits, sizeof old_value);
    const T new_value = change(old_value);
    std::memcpy(&new_bits, &new_value, sizeof new_bits);
  } while (!__atomic_compare_exchange_n(bits_address, &old_bits, new_bits, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED));
  return old_value;
}

template <class T, class Value>
T atomic_add(T* address, Value value) {
  if constexpr (std::is_integral_v<T>) {
    return __atomic_fetch_add(address, static_cast<T>(value), __ATOMIC_RELAXED);
  } else {
    return atomic_change(address, [value](T old) { return static_cast<T>(old + value); });
  }
}

}  // namespace cuda_emulator

// The following is written once and expanded for each scope.
#define CUDA_EMULATOR_ATOMIC(T, name, parameters, body) \
  inline T name parameters {                            \
    body                                                \
  }                                                     \
  inline T name##_block parameters {                    \
    const cuda_emulator::BlockScope scope;              \
    body                                                \
  }                                                     \
  inline T name##_system parameters {                   \
    body                                                \
  }

#define CUDA_EMULATOR_ATOMIC_ARITHMETIC(T)                                \
  CUDA_EMULATOR_ATOMIC(T, atomicAdd, (T * address, T value),              \
                       return cuda_emulator::atomic_add(address, value);) \
  CUDA_EMULATOR_ATOMIC(T, atomicExch, (T * address, T value),             \
                       return cuda_emulator::atomic_change(address, [value](T) { return value; });)

#define CUDA_EMULATOR_ATOMIC_INTEGER(T)                                                                    \
  CUDA_EMULATOR_ATOMIC_ARITHMETIC(T)                                                                       \
  CUDA_EMULATOR_ATOMIC(T, atomicSub, (T * address, T value),                                               \
                       return __atomic_fetch_sub(address, value, __ATOMIC_RELAXED);)                       \
  CUDA_EMULATOR_ATOMIC(                                                                                    \
      T, atomicMin, (T * address, T value),                                                                \
      return cuda_emulator::atomic_change(address, [value](T old) { return value < old ? value : old; });) \
  CUDA_EMULATOR_ATOMIC(                                                                                    \
      T, atomicMax, (T * address, T value),                                                                \
      return cuda_emulator::atomic_change(address, [value](T old) { return old < value ? value : old; });) \
  CUDA_EMULATOR_ATOMIC(T, atomicAnd, (T * address, T value),                                               \
                       return __atomic_fetch_and(address, value, __ATOMIC_RELAXED);)                       \
  CUDA_EMULATOR_ATOMIC(T, atomicOr, (T * address, T value),                                                \
                       return __atomic_fetch_or(address, value, __ATOMIC_RELAXED);)                        \
  CUDA_EMULATOR_ATOMIC(T, atomicXor, (T * address, T value),                                               \
                       return __atomic_fetch_xor(address, value, __ATOMIC_RELAXED);)                       \
  CUDA_EMULATOR_ATOMIC_EXCHANGE_IF(T)

#define CUDA_EMULATOR_ATOMIC_EXCHANGE_IF(T)                                                              \
  CUDA_EMULATOR_ATOMIC(                                                                                  \
      T, atomicCAS, (T * address, T expected, T value),                                                  \
      __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
      return expected;)

CUDA_EMULATOR_ATOMIC_INTEGER(int)
CUDA_EMULATOR_ATOMIC_INTEGER(unsigned int)
CUDA_EMULATOR_ATOMIC_INTEGER(long long)
CUDA_EMULATOR_ATOMIC_INTEGER(unsigned long long)
CUDA_EMULATOR_ATOMIC_ARITHMETIC(float)
CUDA_EMULATOR_ATOMIC_ARITHMETIC(double)
CUDA_EMULATOR_ATOMIC_EXCHANGE_IF(unsigned short)

// Increments up to the limit and then wraps to 0; decrements to 0 and then wraps to the limit.
CUDA_EMULATOR_ATOMIC(unsigned int, atomicInc, (unsigned int* address, unsigned int limit),
                     return cuda_emulator::atomic_change(address, [limit](unsigned int old) {
                       return old >= limit ? 0 : old + 1;
                     });)
CUDA_EMULATOR_ATOMIC(unsigned int, atomicDec, (unsigned int* address, unsigned int limit),
                     return cuda_emulator::atomic_change(address, [limit](unsigned int old) {
                       return old == 0 || old > limit ? limit : old - 1;
                     });)

#undef CUDA_EMULATOR_ATOMIC_INTEGER
#undef CUDA_EMULATOR_ATOMIC_EXCHANGE_IF
#undef CUDA_EMULATOR_ATOMIC_ARITHMETIC
#undef CUDA_EMULATOR_ATOMIC

CUDA_EMULATOR_DEVICE_CODE_END
