/// make_int2(x, y) and similar functions.
#pragma once

#include "vector_types.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

#define CUDA_EMULATOR_MAKE(name, element)                                     \
  inline name##1 make_##name##1(element x) {                                  \
    return {x};                                                               \
  }                                                                           \
  inline name##2 make_##name##2(element x, element y) {                       \
    return {x, y};                                                            \
  }                                                                           \
  inline name##3 make_##name##3(element x, element y, element z) {            \
    return {x, y, z};                                                         \
  }                                                                           \
  inline name##4 make_##name##4(element x, element y, element z, element w) { \
    return {x, y, z, w};                                                      \
  }

CUDA_EMULATOR_MAKE(char, signed char)
CUDA_EMULATOR_MAKE(uchar, unsigned char)
CUDA_EMULATOR_MAKE(short, short)
CUDA_EMULATOR_MAKE(ushort, unsigned short)
CUDA_EMULATOR_MAKE(int, int)
CUDA_EMULATOR_MAKE(uint, unsigned int)
CUDA_EMULATOR_MAKE(long, long)
CUDA_EMULATOR_MAKE(ulong, unsigned long)
CUDA_EMULATOR_MAKE(longlong, long long)
CUDA_EMULATOR_MAKE(ulonglong, unsigned long long)
CUDA_EMULATOR_MAKE(float, float)
CUDA_EMULATOR_MAKE(double, double)

#undef CUDA_EMULATOR_MAKE

#define CUDA_EMULATOR_MAKE(name, element)                                             \
  inline name##4_16a make_##name##4_16a(element x, element y, element z, element w) { \
    return {x, y, z, w};                                                              \
  }                                                                                   \
  inline name##4_32a make_##name##4_32a(element x, element y, element z, element w) { \
    return {x, y, z, w};                                                              \
  }
CUDA_EMULATOR_MAKE(long, long)
CUDA_EMULATOR_MAKE(ulong, unsigned long)
CUDA_EMULATOR_MAKE(longlong, long long)
CUDA_EMULATOR_MAKE(ulonglong, unsigned long long)
CUDA_EMULATOR_MAKE(double, double)
#undef CUDA_EMULATOR_MAKE

CUDA_EMULATOR_COMMON_CODE_END
