/// Arithmetic and conversions with the rounding mode in the name: rn to nearest, rz toward zero, ru up, rd
/// down.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "qualifiers.h"
#include "small_float.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cuda_emulator {

/// Hides an operand from the compiler's constant folding.
template <class T>
T opaque(T value) {
  const volatile T unknown = value;
  return unknown;
}

}  // namespace cuda_emulator

// The runtime implements directed rounding. If it was done here, the compiler could move other arithmetic to
// where the mode is set.
#define CUDA_EMULATOR_IN_DIRECTION(T, name, suffix, function, parameters, values) \
  extern "C" T function parameters;                                               \
  inline T name##_##suffix parameters {                                           \
    return function values;                                                       \
  }
#define CUDA_EMULATOR_IN_EACH_DIRECTION(T, name, before, after, parameters, values, expression)       \
  CUDA_EMULATOR_IN_DIRECTION(T, name, rz, cuda_emulator_ptx_##before##_rz##after, parameters, values) \
  CUDA_EMULATOR_IN_DIRECTION(T, name, ru, cuda_emulator_ptx_##before##_rp##after, parameters, values) \
  CUDA_EMULATOR_IN_DIRECTION(T, name, rd, cuda_emulator_ptx_##before##_rm##after, parameters, values) \
  inline T name##_rn parameters {                                                                     \
    return cuda_emulator::opaque(expression);                                                         \
  }

#define CUDA_EMULATOR_ARITHMETIC(T, type, prefix, fused)                                    \
  CUDA_EMULATOR_IN_EACH_DIRECTION(T, prefix##add, add, _##type, (T a, T b), (a, b),         \
                                  cuda_emulator::opaque(a) + cuda_emulator::opaque(b))      \
  CUDA_EMULATOR_IN_EACH_DIRECTION(T, prefix##sub, sub, _##type, (T a, T b), (a, b),         \
                                  cuda_emulator::opaque(a) - cuda_emulator::opaque(b))      \
  CUDA_EMULATOR_IN_EACH_DIRECTION(T, prefix##mul, mul, _##type, (T a, T b), (a, b), a* b)   \
  CUDA_EMULATOR_IN_EACH_DIRECTION(T, prefix##div, div, _##type, (T a, T b), (a, b), a / b)  \
  CUDA_EMULATOR_IN_EACH_DIRECTION(T, prefix##rcp, rcp, _##type, (T a), (a), 1 / a)          \
  CUDA_EMULATOR_IN_EACH_DIRECTION(T, prefix##sqrt, sqrt, _##type, (T a), (a), std::sqrt(a)) \
  CUDA_EMULATOR_IN_EACH_DIRECTION(T, fused, fma, _##type, (T a, T b, T c), (a, b, c), std::fma(a, b, c))

CUDA_EMULATOR_ARITHMETIC(float, f32, __f, __fmaf)
CUDA_EMULATOR_ARITHMETIC(double, f64, __d, __fma)

CUDA_EMULATOR_IN_EACH_DIRECTION(float, __double2float, f32_of_f64, , (double a), (a), static_cast<float>(a))
CUDA_EMULATOR_IN_EACH_DIRECTION(float, __ll2float, f32_of_s64, , (long long a), (a), static_cast<float>(a))
CUDA_EMULATOR_IN_EACH_DIRECTION(float, __ull2float, f32_of_u64, , (unsigned long long a), (a),
                                static_cast<float>(a))
CUDA_EMULATOR_IN_EACH_DIRECTION(double, __ll2double, f64_of_s64, , (long long a), (a), static_cast<double>(a))
CUDA_EMULATOR_IN_EACH_DIRECTION(double, __ull2double, f64_of_u64, , (unsigned long long a), (a),
                                static_cast<double>(a))

#define CUDA_EMULATOR_FROM_INTEGER(suffix)         \
  inline float __int2float_##suffix(int a) {       \
    return __ll2float_##suffix(a);                 \
  }                                                \
  inline float __uint2float_##suffix(unsigned a) { \
    return __ll2float_##suffix(a);                 \
  }
CUDA_EMULATOR_FROM_INTEGER(rn)
CUDA_EMULATOR_FROM_INTEGER(rz)
CUDA_EMULATOR_FROM_INTEGER(ru)
CUDA_EMULATOR_FROM_INTEGER(rd)
inline double __int2double_rn(int a) {
  return a;
}
inline double __uint2double_rn(unsigned int a) {
  return a;
}

#define CUDA_EMULATOR_TO_INTEGER(name, Float, Integer)            \
  inline Integer name##_rn(Float a) {                             \
    return cuda_emulator::integer_of<Integer>(std::nearbyint(a)); \
  }                                                               \
  inline Integer name##_rz(Float a) {                             \
    return cuda_emulator::integer_of<Integer>(std::trunc(a));     \
  }                                                               \
  inline Integer name##_ru(Float a) {                             \
    return cuda_emulator::integer_of<Integer>(std::ceil(a));      \
  }                                                               \
  inline Integer name##_rd(Float a) {                             \
    return cuda_emulator::integer_of<Integer>(std::floor(a));     \
  }

CUDA_EMULATOR_TO_INTEGER(__float2int, float, int)
CUDA_EMULATOR_TO_INTEGER(__float2uint, float, unsigned int)
CUDA_EMULATOR_TO_INTEGER(__float2ll, float, long long)
CUDA_EMULATOR_TO_INTEGER(__float2ull, float, unsigned long long)
CUDA_EMULATOR_TO_INTEGER(__double2int, double, int)
CUDA_EMULATOR_TO_INTEGER(__double2uint, double, unsigned int)
CUDA_EMULATOR_TO_INTEGER(__double2ll, double, long long)
CUDA_EMULATOR_TO_INTEGER(__double2ull, double, unsigned long long)

#undef CUDA_EMULATOR_TO_INTEGER
#undef CUDA_EMULATOR_FROM_INTEGER
#undef CUDA_EMULATOR_ARITHMETIC
#undef CUDA_EMULATOR_IN_EACH_DIRECTION
#undef CUDA_EMULATOR_IN_DIRECTION

inline int __float_as_int(float a) {
  return cuda_emulator::bits_as<int>(a);
}
inline unsigned int __float_as_uint(float a) {
  return cuda_emulator::bits_as<unsigned int>(a);
}
inline float __int_as_float(int a) {
  return cuda_emulator::bits_as<float>(a);
}
inline float __uint_as_float(unsigned int a) {
  return cuda_emulator::bits_as<float>(a);
}
inline long long __double_as_longlong(double a) {
  return cuda_emulator::bits_as<long long>(a);
}
inline double __longlong_as_double(long long a) {
  return cuda_emulator::bits_as<double>(a);
}
inline int __double2hiint(double a) {
  return static_cast<int>(__double_as_longlong(a) >> 32);
}
inline int __double2loint(double a) {
  return static_cast<int>(__double_as_longlong(a));
}
inline double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(std::uint64_t{static_cast<unsigned int>(high)} << 32 |
                                                     static_cast<unsigned int>(low)));
}

CUDA_EMULATOR_DEVICE_CODE_END
