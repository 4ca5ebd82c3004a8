/// Complex numbers in the style of C, of float and of double.
#pragma once

#include <math.h>

#include "vector_functions.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

using cuFloatComplex = float2;
using cuDoubleComplex = double2;
using cuComplex = cuFloatComplex;

#define CUDA_EMULATOR_COMPLEX(Complex, Real, make, suffix)                                          \
  inline Complex make(Real real, Real imaginary) {                                                  \
    return {real, imaginary};                                                                       \
  }                                                                                                 \
  inline Real cuCreal##suffix(Complex a) {                                                          \
    return a.x;                                                                                     \
  }                                                                                                 \
  inline Real cuCimag##suffix(Complex a) {                                                          \
    return a.y;                                                                                     \
  }                                                                                                 \
  inline Real cuCabs##suffix(Complex a) {                                                           \
    return hypot##suffix(a.x, a.y);                                                                 \
  }                                                                                                 \
  inline Complex cuConj##suffix(Complex a) {                                                        \
    return {a.x, -a.y};                                                                             \
  }                                                                                                 \
  inline Complex cuCadd##suffix(Complex a, Complex b) {                                             \
    return {a.x + b.x, a.y + b.y};                                                                  \
  }                                                                                                 \
  inline Complex cuCsub##suffix(Complex a, Complex b) {                                             \
    return {a.x - b.x, a.y - b.y};                                                                  \
  }                                                                                                 \
  inline Complex cuCmul##suffix(Complex a, Complex b) {                                             \
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                          \
  }                                                                                                 \
  inline Complex cuCfma##suffix(Complex a, Complex b, Complex c) {                                  \
    return cuCadd##suffix(cuCmul##suffix(a, b), c);                                                 \
  }                                                                                                 \
  /* Divided by the larger part first (R. L. Smith, 1962), so that nothing overflows on the way. */ \
  inline Complex cuCdiv##suffix(Complex a, Complex b) {                                             \
    const bool real_is_larger = fabs##suffix(b.x) >= fabs##suffix(b.y);                             \
    const Real large = real_is_larger ? b.x : b.y, ratio = (real_is_larger ? b.y : b.x) / large;    \
    const Real divisor = large + (real_is_larger ? b.y : b.x) * ratio;                              \
    if (real_is_larger) return {(a.x + a.y * ratio) / divisor, (a.y - a.x * ratio) / divisor};      \
    return {(a.x * ratio + a.y) / divisor, (a.y * ratio - a.x) / divisor};                          \
  }

CUDA_EMULATOR_COMPLEX(cuFloatComplex, float, make_cuFloatComplex, f)
CUDA_EMULATOR_COMPLEX(cuDoubleComplex, double, make_cuDoubleComplex, )
#undef CUDA_EMULATOR_COMPLEX

inline cuComplex make_cuComplex(float real, float imaginary) {
  return {real, imaginary};
}
inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
  return {static_cast<float>(a.x), static_cast<float>(a.y)};
}
inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) {
  return {a.x, a.y};
}

CUDA_EMULATOR_COMMON_CODE_END
