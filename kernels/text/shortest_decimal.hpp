#pragma once

// The shortest decimal number that rounds to a float32: which digits, with which exponent.

#include <cstdint>

#include "base/digits.hpp"
#include "kernels/common/both_sides.hpp"

namespace kernels {

/// digits * 10^exponent
struct ShortestDecimal {
  std::uint32_t digits;
  int exponent;
};

/// The 64 highest bits of each power of ten from 10^-31 to 10^45, rounded up unless exact.
struct HighestBitsOfPowersOfTen {
  static constexpr int smallest = -31, largest = 45;
  std::uint64_t bits[largest - smallest + 1];

  WARP_JUDGE_BOTH_SIDES std::uint64_t of(int exponent) const { return bits[exponent - smallest]; }
};

constexpr std::uint64_t highest_bits_of_power_of_ten(int exponent) {
  // 2^exponent only moves the bits, and 5^45 fits in 128 of them.
  base::Wide power = 1;
  for (int i = 0; i < (exponent < 0 ? -exponent : exponent); ++i) power *= 5;
  base::Wide bits = 0;
  bool exact = true;
  if (exponent >= 0) {
    bits = power;
    while (bits >> 127 == 0) bits <<= 1;
    exact = static_cast<std::uint64_t>(bits) == 0;
    bits >>= 64;
  } else {
    // Long division of 1 by the power, as many binary digits as it takes to have 64.
    base::Wide rest = 1;
    while (bits >> 63 == 0) {
      rest <<= 1;
      bits = bits << 1 | (rest >= power);
      if (rest >= power) rest -= power;
    }
    exact = rest == 0;
  }
  return static_cast<std::uint64_t>(bits) + !exact;
}

/// A kernel has a copy of its own.
inline constexpr HighestBitsOfPowersOfTen highest_bits_of_powers_of_ten = [] {
  HighestBitsOfPowersOfTen powers = {};
  for (int i = HighestBitsOfPowersOfTen::smallest; i <= HighestBitsOfPowersOfTen::largest; ++i) {
    powers.bits[i - HighestBitsOfPowersOfTen::smallest] = highest_bits_of_power_of_ten(i);
  }
  return powers;
}();

WARP_JUDGE_BOTH_SIDES inline int floor_log2_of_power_of_ten(int exponent) {
  return (exponent * 1741647) >> 19;
}
WARP_JUDGE_BOTH_SIDES inline int floor_log10_of_power_of_two(int exponent) {
  return (exponent * 1262611) >> 22;
}
WARP_JUDGE_BOTH_SIDES inline int floor_log10_of_three_quarters_of_power_of_two(int exponent) {
  return (exponent * 1262611 - 524031) >> 22;
}

/// power * factor / 2^64, rounded to odd: the last bit also says whether the quotient is inexact.
WARP_JUDGE_BOTH_SIDES inline std::uint32_t scaled(std::uint64_t power, std::uint32_t factor) {
  const base::Wide product = static_cast<base::Wide>(power) * factor;
  const auto whole = static_cast<std::uint32_t>(product >> 64);
  // The power is too large by up to 1, and what that adds must not count as a rest.
  return whole | (static_cast<std::uint64_t>(product) >> 33 != 0);
}

/// The shortest decimal of the positive float32 with these bits (Giulietti, "The Schubfach way to render doubles",
/// 2020; the names there: c, q, k, h, v). The digits may end in zeros.
WARP_JUDGE_BOTH_SIDES inline ShortestDecimal shortest_decimal(std::uint32_t bits,
                                                              const HighestBitsOfPowersOfTen& powers) {
  constexpr int fraction_bits = 23;
  constexpr std::uint32_t hidden_bit = 1U << fraction_bits;
  const std::uint32_t fraction = bits & (hidden_bit - 1);
  const auto biased_exponent = static_cast<int>(bits >> fraction_bits);
  const std::uint32_t mantissa = biased_exponent != 0 ? fraction | hidden_bit : fraction;
  const int exponent = (biased_exponent != 0 ? biased_exponent : 1) - 127 - fraction_bits;

  // Below a power of two the neighbour is only half as far away.
  const bool near_below = fraction == 0 && biased_exponent > 1;
  const int power = near_below ? floor_log10_of_three_quarters_of_power_of_two(exponent)
                               : floor_log10_of_power_of_two(exponent);
  const int shift = exponent + floor_log2_of_power_of_ten(-power) + 1;
  const std::uint64_t factor = powers.of(-power);
  // Four times the value and the ends of the interval that rounds to it, over 10^power. Ties round to even
  // mantissas, so that the ends belong to the interval of those only.
  const std::uint32_t odd = mantissa & 1;
  const std::uint32_t lower = scaled(factor, (4 * mantissa - 2 + near_below) << shift) + odd;
  const std::uint32_t value = scaled(factor, (4 * mantissa) << shift);
  const std::uint32_t upper = scaled(factor, (4 * mantissa + 2) << shift) - odd;

  // Whether to round up is as good as random, and so is whether one digit less
  // will do (it does where just one of the two nearest such numbers rounds to
  // the value): bits and masks, because branches could not be predicted.
  const std::uint32_t ones = value / 4;
  const std::uint32_t below = lower <= 4 * ones;
  const std::uint32_t above = 4 * ones + 4 <= upper;
  const std::uint32_t nearer_above = (value & 3) + (ones & 1) > 2;  // of two equally near, the even one
  const std::uint32_t rounded = ones + (nearer_above ^ ((nearer_above ^ above) & (below ^ above)));

  const std::uint32_t tens = ones / 10;
  const std::uint32_t tens_below = lower <= 40 * tens;
  const std::uint32_t tens_above = 40 * tens + 40 <= upper;
  const std::uint32_t takes_tens = (tens != 0) & (tens_below ^ tens_above);
  const std::uint32_t difference = rounded ^ (tens + tens_above);
  return {rounded ^ (difference & (0 - takes_tens)), power + static_cast<int>(takes_tens)};
}

/// Whether `count` digits times 10^exponent are written plainly, not as "1.5e-07": where that is not longer.
WARP_JUDGE_BOTH_SIDES inline bool takes_plain_notation(int count, int exponent) {
  const int least = count == 1 ? -3 : -(count + 3);
  const int most = count == 1 ? 4 : 5;
  return exponent >= least && exponent <= most;
}

}  // namespace kernels
