/// Half precision.
#pragma once

#include "cuda_emulator/small_float.h"
#include "vector_types.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

using __half = cuda_emulator::SmallFloat<cuda_emulator::HalfFormat>;
using __half2 = cuda_emulator::SmallFloatPair<cuda_emulator::HalfFormat>;
using half = __half;
using half2 = __half2;

inline __half __float2half(float a) {
  return a;
}
inline __half __float2half_rn(float a) {
  return a;
}
inline __half __double2half(double a) {
  return a;
}
inline float __half2float(__half a) {
  return a;
}
inline __half __int2half_rn(int a) {
  return a;
}
inline __half __uint2half_rn(unsigned int a) {
  return a;
}
inline int __half2int_rz(__half a) {
  return static_cast<int>(float(a));
}
inline int __half2int_rn(__half a) {
  return static_cast<int>(__builtin_rintf(a));
}
inline unsigned short __half_as_ushort(__half a) {
  return a.bits;
}
inline __half __ushort_as_half(unsigned short bits) {
  __half a;
  a.bits = bits;
  return a;
}

inline __half2 make_half2(__half x, __half y) {
  return {x, y};
}
inline __half2 __halves2half2(__half x, __half y) {
  return {x, y};
}
inline __half2 __half2half2(__half a) {
  return {a, a};
}
inline __half2 __float2half2_rn(float a) {
  return {a, a};
}
inline __half2 __floats2half2_rn(float x, float y) {
  return {x, y};
}
inline __half2 __float22half2_rn(float2 a) {
  return {a.x, a.y};
}
inline float2 __half22float2(__half2 a) {
  return {a.x, a.y};
}
inline __half __low2half(__half2 a) {
  return a.x;
}
inline __half __high2half(__half2 a) {
  return a.y;
}
inline float __low2float(__half2 a) {
  return a.x;
}
inline float __high2float(__half2 a) {
  return a.y;
}

CUDA_EMULATOR_COMMON_CODE_END
