/// The fast variants of mathematical functions, most of which are exact here.
#pragma once

#include <math.h>

#include "fast_sine.h"
#include "qualifiers.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

inline float fdividef(float x, float y) {
  return x / y;
}
inline float fdivide(float x, float y) {
  return x / y;
}

inline float __saturatef(float x) {
  return x > 0 ? (x < 1 ? x : 1) : 0;
}

// The fast forms.
inline float __sinf(float x) {
  return cuda_emulator::fast_sine(x);
}
inline float __cosf(float x) {
  return cuda_emulator::fast_cosine(x);
}
inline float __tanf(float x) {
  return cuda_emulator::fast_sine(x) / cuda_emulator::fast_cosine(x);
}
inline void __sincosf(float x, float* sine, float* cosine) {
  *sine = cuda_emulator::fast_sine(x);
  *cosine = cuda_emulator::fast_cosine(x);
}
inline float __expf(float x) {
  return expf(x);
}
inline float __exp10f(float x) {
  return exp10f(x);
}
inline float __logf(float x) {
  return logf(x);
}
inline float __log2f(float x) {
  return log2f(x);
}
inline float __log10f(float x) {
  return log10f(x);
}
inline float __powf(float x, float y) {
  return powf(x, y);
}
inline float __fdividef(float x, float y) {
  return x / y;
}
inline float __frsqrt_rn(float x) {
  return static_cast<float>(1 / sqrt(static_cast<double>(x)));
}

CUDA_EMULATOR_DEVICE_CODE_END
