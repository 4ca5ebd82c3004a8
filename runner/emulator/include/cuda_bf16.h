/// The upper half of a float as a number.
#pragma once

#include "cuda_emulator/small_float.h"
#include "vector_types.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

using __nv_bfloat16 = cuda_emulator::SmallFloat<cuda_emulator::BrainFormat>;
using __nv_bfloat162 = cuda_emulator::SmallFloatPair<cuda_emulator::BrainFormat>;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

inline __nv_bfloat16 __float2bfloat16(float a) {
  return a;
}
inline __nv_bfloat16 __float2bfloat16_rn(float a) {
  return a;
}
inline __nv_bfloat16 __double2bfloat16(double a) {
  return a;
}
inline float __bfloat162float(__nv_bfloat16 a) {
  return a;
}
inline __nv_bfloat16 __int2bfloat16_rn(int a) {
  return a;
}
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) {
  return a.bits;
}
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  __nv_bfloat16 a;
  a.bits = bits;
  return a;
}

inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) {
  return {x, y};
}
inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) {
  return {a, a};
}
inline __nv_bfloat162 __float2bfloat162_rn(float a) {
  return {a, a};
}
inline __nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
  return {x, y};
}
inline float2 __bfloat1622float2(__nv_bfloat162 a) {
  return {a.x, a.y};
}
inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) {
  return a.x;
}
inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) {
  return a.y;
}

CUDA_EMULATOR_COMMON_CODE_END
