#pragma once

#include <cstdint>

namespace cuda_emulator {

enum class RoundingMode : std::uint8_t { nearest, to_zero, down, up, nearest_away };

/// A binary format: its fraction bits, and the least exponent of a normal number. The largest exponent is 1
/// minus that.
struct FloatFormat {
  int fraction_bits, least_exponent;
};

inline constexpr FloatFormat half_format{10, -14}, brain_format{7, -126}, tensor_format{10, -126};

/// The nearest number of the format in this rounding mode; infinity if there is none.
double rounded_to(FloatFormat format, double value, RoundingMode mode);

double half_value(std::uint16_t bits);
std::uint16_t half_bits(double value, RoundingMode mode);
float brain_value(std::uint16_t bits);
std::uint16_t brain_bits(double value, RoundingMode mode);

}  // namespace cuda_emulator
