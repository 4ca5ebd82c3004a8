/// Sines and cosines as a device's special function unit computes them: the angle is first converted to a
/// fraction of a turn, truncated to 24 bits.
#pragma once

#include "qualifiers.h"
#include "small_float.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

namespace cuda_emulator {

/// `angle` as a multiple of a full turn, rounded toward zero.
inline double turns(float angle) {
  const double product = double{angle} * double{0.15915494f};
  const float nearest = static_cast<float>(product);
  const bool is_too_large = (nearest < 0 ? -nearest : nearest) > (product < 0 ? -product : product);
  return is_too_large ? bits_as<float>(bits_as<std::uint32_t>(nearest) - 1) : nearest;
}
inline float fast_sine(float angle) {
  return static_cast<float>(__builtin_sin(turns(angle) * 6.28318530717958647692));
}
inline float fast_cosine(float angle) {
  return static_cast<float>(__builtin_cos(turns(angle) * 6.28318530717958647692));
}

}  // namespace cuda_emulator

CUDA_EMULATOR_COMMON_CODE_END
