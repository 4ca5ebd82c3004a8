/// C library functions that kernels may also call. Those of <math.h> are declared before it is included,
/// because templates of <cmath> call the functions that they see, as pow(double, int) does.
#pragma once

#include "qualifiers.h"

#define CUDA_EMULATOR_1(name)                          \
  extern "C" __device__ double name(double) noexcept;  \
  extern "C" __device__ float name##f(float) noexcept; \
  namespace std {                                      \
  using ::name;                                        \
  using ::name##f;                                     \
  }
#define CUDA_EMULATOR_2(name)                                 \
  extern "C" __device__ double name(double, double) noexcept; \
  extern "C" __device__ float name##f(float, float) noexcept; \
  namespace std {                                             \
  using ::name;                                               \
  using ::name##f;                                            \
  }

CUDA_EMULATOR_1(acos)
CUDA_EMULATOR_1(acosh)
CUDA_EMULATOR_1(asin)
CUDA_EMULATOR_1(asinh)
CUDA_EMULATOR_1(atan)
CUDA_EMULATOR_1(atanh)
CUDA_EMULATOR_1(cbrt)
CUDA_EMULATOR_1(ceil)
CUDA_EMULATOR_1(cos)
CUDA_EMULATOR_1(cosh)
CUDA_EMULATOR_1(erf)
CUDA_EMULATOR_1(erfc)
CUDA_EMULATOR_1(exp)
CUDA_EMULATOR_1(exp10)
CUDA_EMULATOR_1(exp2)
CUDA_EMULATOR_1(expm1)
CUDA_EMULATOR_1(fabs)
CUDA_EMULATOR_1(floor)
CUDA_EMULATOR_1(j0)
CUDA_EMULATOR_1(j1)
CUDA_EMULATOR_1(lgamma)
CUDA_EMULATOR_1(log)
CUDA_EMULATOR_1(log10)
CUDA_EMULATOR_1(log1p)
CUDA_EMULATOR_1(log2)
CUDA_EMULATOR_1(logb)
CUDA_EMULATOR_1(nearbyint)
CUDA_EMULATOR_1(rint)
CUDA_EMULATOR_1(round)
CUDA_EMULATOR_1(sin)
CUDA_EMULATOR_1(sinh)
CUDA_EMULATOR_1(sqrt)
CUDA_EMULATOR_1(tan)
CUDA_EMULATOR_1(tanh)
CUDA_EMULATOR_1(tgamma)
CUDA_EMULATOR_1(trunc)
CUDA_EMULATOR_1(y0)
CUDA_EMULATOR_1(y1)
CUDA_EMULATOR_2(atan2)
CUDA_EMULATOR_2(copysign)
CUDA_EMULATOR_2(fdim)
CUDA_EMULATOR_2(fmax)
CUDA_EMULATOR_2(fmin)
CUDA_EMULATOR_2(fmod)
CUDA_EMULATOR_2(hypot)
CUDA_EMULATOR_2(nextafter)
CUDA_EMULATOR_2(pow)
CUDA_EMULATOR_2(remainder)
extern "C" __device__ double fma(double, double, double) noexcept;
extern "C" __device__ float fmaf(float, float, float) noexcept;
extern "C" __device__ double frexp(double, int*) noexcept;
extern "C" __device__ float frexpf(float, int*) noexcept;
extern "C" __device__ int ilogb(double) noexcept;
extern "C" __device__ int ilogbf(float) noexcept;
extern "C" __device__ double ldexp(double, int) noexcept;
extern "C" __device__ float ldexpf(float, int) noexcept;
extern "C" __device__ long lrint(double) noexcept;
extern "C" __device__ long lrintf(float) noexcept;
extern "C" __device__ long long llrint(double) noexcept;
extern "C" __device__ long long llrintf(float) noexcept;
extern "C" __device__ long lround(double) noexcept;
extern "C" __device__ long lroundf(float) noexcept;
extern "C" __device__ long long llround(double) noexcept;
extern "C" __device__ long long llroundf(float) noexcept;
extern "C" __device__ double modf(double, double*) noexcept;
extern "C" __device__ float modff(float, float*) noexcept;
extern "C" __device__ double nan(const char*) noexcept;
extern "C" __device__ float nanf(const char*) noexcept;
extern "C" __device__ double remquo(double, double, int*) noexcept;
extern "C" __device__ float remquof(float, float, int*) noexcept;
extern "C" __device__ double scalbn(double, int) noexcept;
extern "C" __device__ float scalbnf(float, int) noexcept;
extern "C" __device__ double scalbln(double, long) noexcept;
extern "C" __device__ float scalblnf(float, long) noexcept;
extern "C" __device__ void sincos(double, double*, double*) noexcept;
extern "C" __device__ void sincosf(float, float*, float*) noexcept;
extern "C" __device__ double jn(int, double) noexcept;
extern "C" __device__ float jnf(int, float) noexcept;
extern "C" __device__ double yn(int, double) noexcept;
extern "C" __device__ float ynf(int, float) noexcept;

// Only the functions of <cmath> itself are for both sides, not those of the headers it includes.
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <math.h>
#include <stdlib.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <bits/stl_algobase.h>
#include <stdio.h>

#include <cfenv>
#include <limits>
CUDA_EMULATOR_COMMON_CODE_BEGIN
#include <cmath>
CUDA_EMULATOR_COMMON_CODE_END
#include <cstdlib>
#include <cstring>

extern "C" __device__ int abs(int) noexcept;
extern "C" __device__ long labs(long) noexcept;
extern "C" __device__ long long llabs(long long) noexcept;
extern "C" __device__ void* memcpy(void*, const void*, size_t) noexcept;
extern "C" __device__ void* memmove(void*, const void*, size_t) noexcept;
extern "C" __device__ void* memset(void*, int, size_t) noexcept;
extern "C" __device__ int memcmp(const void*, const void*, size_t) noexcept;
extern "C" __device__ void* malloc(size_t) noexcept;
extern "C" __device__ void free(void*) noexcept;
extern "C" __device__ int fegetround() noexcept;
extern "C" __device__ int fesetround(int) noexcept;
extern "C" __device__ int printf(const char*, ...);
extern "C" [[noreturn]] __device__ void __assert_fail(const char*, const char*, unsigned,
                                                      const char*) noexcept;

namespace std {
using ::abs;
using ::fegetround;
using ::fesetround;
using ::fma;
using ::fmaf;
using ::free;
using ::frexp;
using ::frexpf;
using ::ilogb;
using ::ilogbf;
using ::jn;
using ::jnf;
using ::labs;
using ::ldexp;
using ::ldexpf;
using ::llabs;
using ::llrint;
using ::llrintf;
using ::llround;
using ::llroundf;
using ::lrint;
using ::lrintf;
using ::lround;
using ::lroundf;
using ::malloc;
using ::memcmp;
using ::memcpy;
using ::memmove;
using ::memset;
using ::modf;
using ::modff;
using ::nan;
using ::nanf;
using ::printf;
using ::remquo;
using ::remquof;
using ::scalbln;
using ::scalblnf;
using ::scalbn;
using ::scalbnf;
using ::sincos;
using ::sincosf;
using ::yn;
using ::ynf;
}  // namespace std

#undef CUDA_EMULATOR_2
#undef CUDA_EMULATOR_1
