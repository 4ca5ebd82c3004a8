/// Arithmetic and conversions with the rounding in the name: rn to nearest, rz to zero, ru up, rd down.
#pragma once

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "qualifiers.h"
#include "small_float.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cuda_emulator {

/// Rounds in another direction while it lives.
class Rounding {
 public:
  explicit Rounding(int mode) : before_(std::fegetround()) { std::fesetround(mode); }
  ~Rounding() { std::fesetround(before_); }
  Rounding(const Rounding&) = delete;
  Rounding& operator=(const Rounding&) = delete;

 private:
  int before_;
};

/// An operand that the compiler cannot compute with before the rounding is set, nor after it is set back.
template <class T>
T opaque(T value) {
  const volatile T unknown = value;
  return unknown;
}

}  // namespace cuda_emulator

#define CUDA_EMULATOR_ROUNDED(T, name, mode, parameters, expression) \
  inline T name parameters {                                         \
    const cuda_emulator::Rounding rounding(mode);                    \
    return cuda_emulator::opaque(expression);                        \
  }
#define CUDA_EMULATOR_IN_EACH_DIRECTION(T, name, parameters, expression)     \
  CUDA_EMULATOR_ROUNDED(T, name##_rz, FE_TOWARDZERO, parameters, expression) \
  CUDA_EMULATOR_ROUNDED(T, name##_ru, FE_UPWARD, parameters, expression)     \
  CUDA_EMULATOR_ROUNDED(T, name##_rd, FE_DOWNWARD, parameters, expression)   \
  inline T name##_rn parameters {                                            \
    return cuda_emulator::opaque(expression);                                \
  }

#define CUDA_EMULATOR_ARITHMETIC(T, prefix, fused)                                             \
  CUDA_EMULATOR_IN_EACH_DIRECTION(T, prefix##add, (T a, T b), cuda_emulator::opaque(a) + b)    \
  CUDA_EMULATOR_IN_EACH_DIRECTION(T, prefix##sub, (T a, T b), cuda_emulator::opaque(a) - b)    \
  CUDA_EMULATOR_IN_EACH_DIRECTION(T, prefix##mul, (T a, T b), cuda_emulator::opaque(a) * b)    \
  CUDA_EMULATOR_IN_EACH_DIRECTION(T, prefix##div, (T a, T b), cuda_emulator::opaque(a) / b)    \
  CUDA_EMULATOR_IN_EACH_DIRECTION(T, prefix##rcp, (T a), 1 / cuda_emulator::opaque(a))         \
  CUDA_EMULATOR_IN_EACH_DIRECTION(T, prefix##sqrt, (T a), std::sqrt(cuda_emulator::opaque(a))) \
  CUDA_EMULATOR_IN_EACH_DIRECTION(T, fused, (T a, T b, T c), std::fma(cuda_emulator::opaque(a), b, c))

CUDA_EMULATOR_ARITHMETIC(float, __f, __fmaf)
CUDA_EMULATOR_ARITHMETIC(double, __d, __fma)

CUDA_EMULATOR_IN_EACH_DIRECTION(float, __double2float, (double a),
                                static_cast<float>(cuda_emulator::opaque(a)))
CUDA_EMULATOR_IN_EACH_DIRECTION(float, __int2float, (int a),
                                static_cast<float>(cuda_emulator::opaque(static_cast<double>(a))))
CUDA_EMULATOR_IN_EACH_DIRECTION(float, __uint2float, (unsigned int a),
                                static_cast<float>(cuda_emulator::opaque(static_cast<double>(a))))
CUDA_EMULATOR_IN_EACH_DIRECTION(float, __ll2float, (long long a),
                                static_cast<float>(cuda_emulator::opaque(a)))
CUDA_EMULATOR_IN_EACH_DIRECTION(float, __ull2float, (unsigned long long a),
                                static_cast<float>(cuda_emulator::opaque(a)))
CUDA_EMULATOR_IN_EACH_DIRECTION(double, __ll2double, (long long a),
                                static_cast<double>(cuda_emulator::opaque(a)))
CUDA_EMULATOR_IN_EACH_DIRECTION(double, __ull2double, (unsigned long long a),
                                static_cast<double>(cuda_emulator::opaque(a)))
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
#undef CUDA_EMULATOR_ARITHMETIC
#undef CUDA_EMULATOR_IN_EACH_DIRECTION
#undef CUDA_EMULATOR_ROUNDED

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
