/// What the 16-bit and 8-bit floating-point formats have in common: rounding to them, once.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

#include "qualifiers.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

namespace cuda_emulator {

enum class Direction { to_nearest, to_zero, up, down };

template <class To, class From>
To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

/// Converts as the device does: a value out of range becomes the nearest that exists. NaN becomes 0, or only
/// the highest bit set if the type has 64 bits.
template <class Integer>
Integer integer_of(double rounded) {
  if (rounded != rounded) return sizeof(Integer) == 8 ? static_cast<Integer>(1ULL << 63) : 0;
  using Limits = std::numeric_limits<Integer>;  // its functions are for the host
  constexpr auto highest = static_cast<Integer>(~0ULL >> (64 - Limits::digits));
  constexpr auto lowest = static_cast<Integer>(Limits::is_signed ? -highest - 1 : 0);
  if (rounded <= static_cast<double>(lowest)) return lowest;
  if (rounded >= static_cast<double>(highest)) return highest;
  return static_cast<Integer>(rounded);
}

// Rounds to odd: an inexact result becomes the neighbour whose last bit is 1. Rounding such a result again,
// to at least two bits less, gives what rounding the exact value at once would have given.

inline float odd_float(double value) {
  const float nearest = static_cast<float>(value);
  const auto bits = bits_as<std::uint32_t>(nearest);
  if (value != value || nearest == value || bits & 1) return nearest;
  // A result of 0 no longer shows the sign of what was lost.
  if (nearest == 0) return bits_as<float>(bits | 1);
  return bits_as<float>((nearest < value) == (value > 0) ? bits + 1 : bits - 1);
}

/// `a * b + c`, where products of such operands are exact in double.
inline float odd_fma(float a, float b, float c) {
  const double product = double{a} * b, sum = product + c, back = sum - product;
  const double error = (product - (sum - back)) + (c - back);
  const auto bits = bits_as<std::uint64_t>(sum);
  if (error == 0 || error != error || bits & 1) return odd_float(sum);
  return odd_float(bits_as<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1));
}

/// Results of more than 53 bits become 53, the last of which stands for all lost bits.
template <class Integer>
float odd_float_of(Integer value) {
  if constexpr (sizeof value == 8) {
    if (value > 1LL << 53 || (value < 0 && value < static_cast<Integer>(-(1LL << 53)))) {
      return odd_float(static_cast<double>(value >> 11 | ((value & 0x7ff) != 0)) * 2048);
    }
  }
  return odd_float(static_cast<double>(value));
}

/// A format like those of IEEE 754, or one whose only NaN also stands for infinity. Values may have been
/// rounded to odd before they are encoded.
template <int exponent_bits, int fraction_bits, bool has_infinity = true>
struct FloatFormat {
  static constexpr unsigned sign_bit = 1u << (exponent_bits + fraction_bits),
                            infinity = has_infinity ? sign_bit - (1u << fraction_bits) : sign_bit - 1;

  static unsigned encode(float value, Direction direction = Direction::to_nearest) {
    const auto bits = bits_as<std::uint32_t>(value);
    const unsigned magnitude = bits & 0x7fffffff, sign = bits >> 31 ? sign_bit : 0;
    if (magnitude > 0x7f800000) return sign_bit - 1;
    if (magnitude == 0x7f800000) return sign | infinity;
    return sign | rounded(magnitude, direction == (sign ? Direction::down : Direction::up),
                          direction == Direction::to_nearest);
  }

  static float decode(unsigned bits) {
    const unsigned magnitude = bits & (sign_bit - 1), sign = bits & sign_bit ? 0x80000000u : 0;
    constexpr unsigned nan = infinity + has_infinity;  // the least; those of 8 bits of exponent keep theirs
    if (exponent_bits != 8 && magnitude >= nan) return bits_as<float>(0x7fffffff);
    if (magnitude >= infinity) return bits_as<float>(sign | 0x7f800000 | magnitude << (23 - fraction_bits));
    if constexpr (exponent_bits == 8) return bits_as<float>(sign | magnitude << (23 - fraction_bits));
    const float scaled =
        bits_as<float>(magnitude << (23 - fraction_bits)) * bits_as<float>((254u - bias) << 23);
    return bits_as<float>(sign | bits_as<std::uint32_t>(scaled));
  }

 private:
  static constexpr unsigned bias = (1u << (exponent_bits - 1)) - 1;

  static unsigned rounded(unsigned magnitude, bool away, bool nearest) {
    constexpr unsigned least_normal = 127 - bias + 1;
    const unsigned exponent = magnitude >> 23 ? magnitude >> 23 : 1;
    const unsigned significand = (magnitude & 0x7fffff) | (magnitude >> 23 ? 0x800000 : 0);
    unsigned shift = 23 - fraction_bits;
    if (exponent < least_normal) shift += least_normal - exponent;
    if (shift > 25) shift = 25;  // everything is below half a unit
    unsigned result = significand >> shift;
    if (exponent > least_normal) result += (exponent - least_normal) << fraction_bits;
    const unsigned rest = significand & ((1u << shift) - 1), half = 1u << (shift - 1);
    if (nearest ? rest > half || (rest == half && result & 1) : away && rest) ++result;
    if (result < infinity) return result;
    return away || nearest ? infinity : infinity - 1;
  }
};

using HalfFormat = FloatFormat<5, 10>;
using BrainFormat = FloatFormat<8, 7>;
using E5M2Format = FloatFormat<5, 2>;
using E4M3Format = FloatFormat<4, 3, false>;

}  // namespace cuda_emulator

CUDA_EMULATOR_COMMON_CODE_END
