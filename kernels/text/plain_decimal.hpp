#pragma once

// Decimals as text to float32, one character after the other: what a thread of a GPU does with one of them.

#include <cstdint>
#include <cstring>

#include "kernels/common/both_sides.hpp"
#include "kernels/text/plain_integer.hpp"
#include "kernels/text/powers_of_ten.hpp"

namespace kernels {

/// mantissa * power, rounded correctly to float32, by way of double, where mantissa, power and product may each be
/// rounded: together that is an error of at most 4 units in the last place. Rounding again is then right unless
/// the double is that near to a tie. False there, and where float32 is not normal.
WARP_JUDGE_BOTH_SIDES inline bool scale_to_float(std::uint64_t mantissa, double power, float& value) {
  const double near = static_cast<double>(static_cast<std::int64_t>(mantissa)) * power;
  constexpr double smallest = 1.0000001 * 0x1p-126, largest = 0x1.fffffep127;
  if (near > largest || (near < smallest && mantissa != 0)) return false;
  constexpr std::uint64_t tie = 1ULL << 28, error = 4;
  std::uint64_t bits;
  std::memcpy(&bits, &near, sizeof bits);
  value = static_cast<float>(near);
  return (bits & (2 * tie - 1)) - (tie - error) > 2 * error;
}

/// Sets `value` to the decimal number that begins at `token` and that a blank ends within `room` characters, rounded
/// correctly. False for anything else, more than 18 digits and numbers near to a tie included, which may be right or
/// wrong.
WARP_JUDGE_BOTH_SIDES inline bool parse_plain_decimal(const char* token, unsigned room,
                                                      const SignedPowersOfTen& powers, float& value) {
  constexpr unsigned most_digits = 18;
  constexpr int most_exponent = 9'999;
  const bool negative = token[0] == '-';
  std::uint64_t mantissa = 0;
  unsigned at = negative, digits = 0;
  int exponent = 0;
  bool fraction = false;
  for (; at < room; ++at) {
    const unsigned digit = static_cast<unsigned char>(token[at]) - unsigned{'0'};
    if (digit <= 9 && digits < most_digits) {
      mantissa = 10 * mantissa + digit;
      ++digits;
      exponent -= fraction;
    } else if (token[at] == '.' && !fraction) {
      fraction = true;
    } else {
      break;
    }
  }
  if (digits == 0 || at >= room) return false;
  if (token[at] == 'e' || token[at] == 'E') {
    ++at;
    const bool below_one = at < room && token[at] == '-';
    at += at < room && (token[at] == '-' || token[at] == '+');
    int written = 0;
    const unsigned first = at;
    for (; at < room && written <= most_exponent; ++at) {
      const unsigned digit = static_cast<unsigned char>(token[at]) - unsigned{'0'};
      if (digit > 9) break;
      written = 10 * written + static_cast<int>(digit);
    }
    if (at == first || at >= room) return false;
    exponent += below_one ? -written : written;
  }
  if (!is_blank_character(token[at])) return false;
  if (exponent < -largest_power_of_ten || exponent > largest_power_of_ten) return false;
  float magnitude = 0;
  if (!scale_to_float(mantissa, powers.of(exponent), magnitude)) return false;
  value = negative ? -magnitude : magnitude;
  return true;
}

}  // namespace kernels
