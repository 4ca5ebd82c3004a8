// Implements floats of fewer than 32 bits.
#include "runner/emulator/runtime/ptx/small_floats.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace cuda_emulator {
namespace {

double rounded_to_integer(double value, RoundingMode mode) {
  switch (mode) {
    case RoundingMode::nearest: {
      const double below = std::floor(value), rest = value - below;
      const bool up = rest > 0.5 || (rest == 0.5 && std::fmod(below, 2) != 0);
      return below + (up ? 1 : 0);
    }
    case RoundingMode::to_zero:
      return std::trunc(value);
    case RoundingMode::down:
      return std::floor(value);
    case RoundingMode::up:
      return std::ceil(value);
    case RoundingMode::nearest_away:
      return std::round(value);
  }
  return value;
}

/// Whether a value that is too large becomes infinity instead of the largest number.
bool overflows(double value, RoundingMode mode) {
  switch (mode) {
    case RoundingMode::to_zero:
      return false;
    case RoundingMode::down:
      return value < 0;
    case RoundingMode::up:
      return value > 0;
    default:
      return true;
  }
}

}  // namespace

double rounded_to(FloatFormat format, double value, RoundingMode mode) {
  if (value == 0 || !std::isfinite(value)) return value;
  const int exponent = std::max(std::ilogb(value), format.least_exponent) - format.fraction_bits;
  const double rounded =
      std::copysign(std::ldexp(rounded_to_integer(std::ldexp(value, -exponent), mode), exponent), value);
  const double largest = std::ldexp(2 - std::ldexp(1, -format.fraction_bits), 1 - format.least_exponent);
  if (std::fabs(rounded) <= largest) return rounded;
  return std::copysign(overflows(value, mode) ? std::numeric_limits<double>::infinity() : largest, value);
}

double half_value(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double magnitude = std::ldexp(exponent ? 1024 + fraction : fraction, (exponent ? exponent : 1) - 25);
  if (exponent == 31)
    magnitude = fraction ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
  return bits >> 15 ? -magnitude : magnitude;
}

std::uint16_t half_bits(double value, RoundingMode mode) {
  if (std::isnan(value)) return 0x7fff;
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const double rounded = std::fabs(rounded_to(half_format, value, mode));
  if (std::isinf(rounded)) return sign | 0x7c00;
  if (rounded < 0x1p-14) return static_cast<std::uint16_t>(sign | static_cast<int>(rounded * 0x1p24));
  const int exponent = std::ilogb(rounded),
            fraction = static_cast<int>(std::ldexp(rounded, 10 - exponent)) - 1024;
  return static_cast<std::uint16_t>(sign | (exponent + 15) << 10 | fraction);
}

float brain_value(std::uint16_t bits) {
  return std::bit_cast<float>(std::uint32_t{bits} << 16);
}

std::uint16_t brain_bits(double value, RoundingMode mode) {
  if (std::isnan(value)) return 0x7fff;
  return static_cast<std::uint16_t>(
      std::bit_cast<std::uint32_t>(static_cast<float>(rounded_to(brain_format, value, mode))) >> 16);
}

}  // namespace cuda_emulator
