/// Mathematical functions that the C library has not, and the fast ones, most of which are exact here.
#pragma once

#include <math.h>

#include "fast_sine.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

inline float rsqrtf(float x) {
  return 1 / sqrtf(x);
}
inline double rsqrt(double x) {
  return 1 / sqrt(x);
}
inline float rsqrt(float x) {
  return rsqrtf(x);
}
inline float rcbrtf(float x) {
  return 1 / cbrtf(x);
}
inline double rcbrt(double x) {
  return 1 / cbrt(x);
}
inline float rhypotf(float x, float y) {
  return 1 / hypotf(x, y);
}
inline double rhypot(double x, double y) {
  return 1 / hypot(x, y);
}
inline float norm3df(float x, float y, float z) {
  return sqrtf(x * x + y * y + z * z);
}
inline double norm3d(double x, double y, double z) {
  return sqrt(x * x + y * y + z * z);
}
inline float rnorm3df(float x, float y, float z) {
  return 1 / norm3df(x, y, z);
}
inline double rnorm3d(double x, double y, double z) {
  return 1 / norm3d(x, y, z);
}
inline float norm4df(float x, float y, float z, float w) {
  return sqrtf(x * x + y * y + z * z + w * w);
}
inline double norm4d(double x, double y, double z, double w) {
  return sqrt(x * x + y * y + z * z + w * w);
}
inline float fdividef(float x, float y) {
  return x / y;
}
inline float fdivide(float x, float y) {
  return x / y;
}

// Of multiples of pi: the argument is brought into one turn first, where the product with pi is small.
inline double sinpi(double x) {
  return sin(M_PI * fmod(x, 2));
}
inline double cospi(double x) {
  return cos(M_PI * fmod(x, 2));
}
inline float sinpif(float x) {
  return static_cast<float>(sinpi(x));
}
inline float cospif(float x) {
  return static_cast<float>(cospi(x));
}
inline void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
inline void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
inline double normcdf(double x) {
  return erfc(-x * M_SQRT1_2) / 2;
}
inline float normcdff(float x) {
  return static_cast<float>(normcdf(x));
}

inline float saturate(float x) {
  return x > 0 ? (x < 1 ? x : 1) : 0;
}
inline float __saturatef(float x) {
  return saturate(x);
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
