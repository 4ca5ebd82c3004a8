/// Mathematical functions that the C library lacks, for kernels and for the host, as with nvcc.
#pragma once

#include <math.h>

#include "qualifiers.h"

// On the host, newer C libraries define some of these.
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 41)
#define CUDA_EMULATOR_C_LIBRARY_HAS_MULTIPLES_OF_PI
#endif
#endif
#ifdef CUDA_EMULATOR_C_LIBRARY_HAS_MULTIPLES_OF_PI
CUDA_EMULATOR_DEVICE_CODE_BEGIN
#else
CUDA_EMULATOR_COMMON_CODE_BEGIN
#endif

inline double rsqrt(double x) {
  return 1 / sqrt(x);
}
inline float rsqrtf(float x) {
  return static_cast<float>(1 / sqrt(static_cast<double>(x)));
}
// Functions of multiples of pi: the argument is first reduced to near 0, exactly.
inline double sinpi(double x) {
  const double halves = rint(2 * x), rest = (x - halves / 2) * M_PI;
  const auto quarter = static_cast<int>(fmod(halves, 4.0) + 4) % 4;
  const double size = quarter % 2 ? cos(rest) : sin(rest);
  if (size == 0) return copysign(0.0, x);
  return quarter >= 2 ? -size : size;
}
inline double cospi(double x) {
  const double halves = rint(2 * x), rest = (x - halves / 2) * M_PI;
  const auto quarter = static_cast<int>(fmod(halves, 4.0) + 4) % 4;
  const double size = quarter % 2 ? sin(rest) : cos(rest);
  return size == 0 ? 0 : quarter == 1 || quarter == 2 ? -size : size;
}
inline float sinpif(float x) {
  return static_cast<float>(sinpi(x));
}
inline float cospif(float x) {
  return static_cast<float>(cospi(x));
}

#ifdef CUDA_EMULATOR_C_LIBRARY_HAS_MULTIPLES_OF_PI
CUDA_EMULATOR_DEVICE_CODE_END
CUDA_EMULATOR_COMMON_CODE_BEGIN
#endif
#undef CUDA_EMULATOR_C_LIBRARY_HAS_MULTIPLES_OF_PI

inline float rsqrt(float x) {
  return rsqrtf(x);
}
inline void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
inline void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
inline double rcbrt(double x) {
  return 1 / cbrt(x);
}
inline float rcbrtf(float x) {
  return static_cast<float>(rcbrt(x));
}

// ---- lengths of vectors
inline double norm3d(double x, double y, double z) {
  return hypot(hypot(x, y), z);
}
inline double norm4d(double x, double y, double z, double w) {
  return hypot(hypot(x, y), hypot(z, w));
}
inline double norm(int count, const double* x) {
  double length = 0;
  for (int n = 0; n < count; ++n) length = hypot(length, x[n]);
  return length;
}
inline float norm3df(float x, float y, float z) {
  return static_cast<float>(norm3d(x, y, z));
}
inline float norm4df(float x, float y, float z, float w) {
  return static_cast<float>(norm4d(x, y, z, w));
}
inline float normf(int count, const float* x) {
  double length = 0;
  for (int n = 0; n < count; ++n) length = hypot(length, static_cast<double>(x[n]));
  return static_cast<float>(length);
}
inline double rhypot(double x, double y) {
  return 1 / hypot(x, y);
}
inline double rnorm3d(double x, double y, double z) {
  return 1 / norm3d(x, y, z);
}
inline double rnorm4d(double x, double y, double z, double w) {
  return 1 / norm4d(x, y, z, w);
}
inline double rnorm(int count, const double* x) {
  return 1 / norm(count, x);
}
inline float rhypotf(float x, float y) {
  return static_cast<float>(rhypot(x, y));
}
inline float rnorm3df(float x, float y, float z) {
  return static_cast<float>(rnorm3d(x, y, z));
}
inline float rnorm4df(float x, float y, float z, float w) {
  return static_cast<float>(rnorm4d(x, y, z, w));
}
inline float rnormf(int count, const float* x) {
  return 1 / normf(count, x);
}

// ---- of the normal distribution
/// The normal distribution; of its argument, -x / sqrt(2), what rounding takes away counts in the tail.
inline double normcdf(double x) {
  const double argument = -x * M_SQRT1_2;
  const double lost = fma(-x, M_SQRT1_2, -argument) + x * 4.8336466567264567e-17;
  const double tail = erfc(argument);
  return (x < -1 && tail > 0 ? tail - 2 * argument * lost * tail : tail) / 2;
}
namespace cuda_emulator {
/// exp(x^2)
inline double exp_of_square(double x) {
  const double square = x * x, power = exp(square);
  return isinf(power) ? power : power + power * fma(x, x, -square);
}
}  // namespace cuda_emulator
/// exp(x^2) erfc(x)
inline double erfcx(double x) {
  if (x < 4) return cuda_emulator::exp_of_square(x) * erfc(x);
  double rest = x;  // the continued fraction x + 1/2 / (x + 2/2 / (x + 3/2 / ...))
  for (int n = 40; n > 0; --n) rest = x + n / (2 * rest);
  return M_2_SQRTPI / (2 * rest);
}
/// Computed by Halley's method from the smaller tail; starts with the first terms of its asymptotic series.
inline double erfcinv(double y) {
  if (!(y > 0 && y < 2)) return y == 0 ? INFINITY : y == 2 ? -INFINITY : NAN;
  const double tail = y < 1 ? y : 2 - y, t = sqrt(-2 * log(tail / 2));
  double x = 0.70711 * (t - (2.30753 + t * 0.27061) / (1 + t * (0.99229 + t * 0.04481)));
  for (int step = 0; step < 3; ++step) {
    const double error = (erfcx(x) - tail * cuda_emulator::exp_of_square(x)) / M_2_SQRTPI;
    x += error / (1 + x * error);
  }
  return y < 1 ? x : -x;
}
inline double erfinv(double y) {
  if (y != y || y > 1 || y < -1) return NAN;
  if (fabs(y) > 0.5) return y < 0 ? -erfcinv(1 + y) : erfcinv(1 - y);
  double x = y * 0.886226925452758;
  for (int step = 0; step < 4; ++step) {
    const double error = (erf(x) - y) * exp(x * x) / M_2_SQRTPI;
    x -= error / (1 + x * error);
  }
  return x;
}
inline double normcdfinv(double y) {
  return -M_SQRT2 * erfcinv(2 * y);
}
inline float normcdff(float x) {
  return static_cast<float>(normcdf(x));
}
inline float erfcxf(float x) {
  return static_cast<float>(erfcx(x));
}
inline float erfinvf(float y) {
  return static_cast<float>(erfinv(y));
}
inline float erfcinvf(float y) {
  return static_cast<float>(erfcinv(y));
}
inline float normcdfinvf(float y) {
  return static_cast<float>(normcdfinv(y));
}

// ---- modified Bessel functions, by their power series, in which all terms have one sign
inline double cyl_bessel_i0(double x) {
  double sum = 1, term = 1;
  for (double n = 1; term > sum * 1e-17; ++n) sum += term *= x / (2 * n) * (x / (2 * n));
  return sum;
}
inline double cyl_bessel_i1(double x) {
  double sum = 1, term = 1;
  for (double n = 1; term > sum * 1e-17; ++n) sum += term *= x / (2 * n) * (x / (2 * (n + 1)));
  return x / 2 * sum;
}
inline float cyl_bessel_i0f(float x) {
  return static_cast<float>(cyl_bessel_i0(x));
}
inline float cyl_bessel_i1f(float x) {
  return static_cast<float>(cyl_bessel_i1(x));
}

CUDA_EMULATOR_COMMON_CODE_END
