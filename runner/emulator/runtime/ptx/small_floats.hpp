#pragma once

#include <cstdint>

namespace cuda_emulator {

enum class RoundingMode : std::uint8_t { nearest, to_zero, down, up, nearest_away };

/// A binary format: bits of its fraction, and the least exponent of a normal number; that of the largest is its
/// negative plus 1.
struct FloatFormat {
  int fraction_bits, least_exponent;
};

inline constexpr FloatFormat half_format{10, -14}, brain_format{7, -126}, tensor_format{10, -126};

/// The nearest number of the format that the rounding allows; infinity where there is none.
double rounded_to(FloatFormat format, double value, RoundingMode mode);

double half_value(std::uint16_t bits);
std::uint16_t half_bits(double value, RoundingMode mode);
float brain_value(std::uint16_t bits);
std::uint16_t brain_bits(double value, RoundingMode mode);

}  // namespace cuda_emulator
