#include "problems/common/print_decimal.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

#include "base/digits.hpp"
#include "problems/common/print_integer.hpp"

namespace problems {
namespace {

/// digits * 10^exponent
struct Decimal {
  std::uint32_t digits;
  int exponent;
};

int floor_log2_of_power_of_ten(int exponent) {
  return (exponent * 1741647) >> 19;
}
int floor_log10_of_power_of_two(int exponent) {
  return (exponent * 1262611) >> 22;
}
int floor_log10_of_three_quarters_of_power_of_two(int exponent) {
  return (exponent * 1262611 - 524031) >> 22;
}

constexpr int smallest_power = -31;
constexpr int largest_power = 45;

/// The 64 highest bits of 10^exponent, rounded up unless exact.
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

constexpr auto powers_of_ten = [] {
  std::array<std::uint64_t, largest_power - smallest_power + 1> powers = {};
  for (int i = smallest_power; i <= largest_power; ++i) {
    powers[static_cast<std::size_t>(i - smallest_power)] = highest_bits_of_power_of_ten(i);
  }
  return powers;
}();

/// power * factor / 2^64, rounded to odd: the last bit also says whether the quotient is inexact.
std::uint32_t scaled(std::uint64_t power, std::uint32_t factor) {
  const base::Wide product = static_cast<base::Wide>(power) * factor;
  const auto whole = static_cast<std::uint32_t>(product >> 64);
  // The power is too large by up to 1, and what that adds must not count as a rest.
  return whole | (static_cast<std::uint64_t>(product) >> 33 != 0);
}

/// The shortest decimal number that rounds to the positive float with these bits (Giulietti, "The Schubfach
/// way to render doubles", 2020; the names there: c, q, k, h, v). It may end in zeros.
Decimal shortest_decimal(std::uint32_t bits) {
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
  const std::uint64_t factor = powers_of_ten[static_cast<std::size_t>(-power - smallest_power)];
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

/// One to nine characters in registers, where they can be moved without waiting for memory.
struct Digits {
  std::uint64_t
      first_eight;  ///< the first character lowest; after the last one come zeros or digits that do not count
  char ninth;
  int count;
  int trailing_zeros;  ///< that followed in the number
};

/// The digits between the zeros at either end of `number` < 10^9, which is not 0. Without branches, as above.
Digits significant_digits(std::uint32_t number) {
  constexpr std::uint32_t eight_digits = 100'000'000;
  const std::uint64_t first = number / eight_digits;
  const std::uint64_t others = base::digits_of_eight(number % eight_digits);
  const std::uint64_t text = others | base::eight_zeros;
  const std::uint64_t is_short = first == 0;
  const int leading_zeros = std::countr_zero(others | 1ULL << 56) / 8;  // of the eight
  const int trailing_zeros = std::countl_zero(others | 1) / 8 + (others == 0);
  const std::uint64_t short_text = text >> (8 * leading_zeros);
  const std::uint64_t long_text = text << 8 | first | '0';
  const int length = 9 - ((0 - static_cast<int>(is_short)) & (leading_zeros + 1));
  return {long_text ^ ((long_text ^ short_text) & (0 - is_short)), static_cast<char>(text >> 56),
          length - trailing_zeros, trailing_zeros};
}

/// "1.5e-07" from the digits "15" and the exponent of the first.
char* print_scientific(char* out, const Digits& digits, int exponent) {
  base::store_eight(out + 2, digits.first_eight >> 8);
  out[9] = digits.ninth;
  out[0] = static_cast<char>(digits.first_eight);
  out[1] = '.';
  out += digits.count > 1 ? digits.count + 1 : 1;
  const int magnitude = exponent < 0 ? -exponent : exponent;
  *out++ = 'e';
  *out++ = exponent < 0 ? '-' : '+';
  *out++ = static_cast<char>('0' + magnitude / 10);
  *out++ = static_cast<char>('0' + magnitude % 10);
  return out;
}

/// "0.0015" or "1.5" from the digits "15", of which `point` stand before the point.
char* print_plain(char* out, const Digits& digits, int point) {
  if (point <= 0) {
    base::store_eight(out, base::eight_zeros);
    out[1] = '.';
    out += 2 - point;
    base::store_eight(out, digits.first_eight);
    out[8] = digits.ninth;
    return out + digits.count;
  }
  base::store_eight(out, digits.first_eight);
  // Two shifts, because one may not be by all 64 bits.
  base::store_eight(out + point + 1, (digits.first_eight >> (4 * point)) >> (4 * point));
  out[point] = '.';
  out[9] = digits.ninth;
  return out + digits.count + 1;
}

}  // namespace

char* print_decimal(char* out, float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t magnitude = bits & 0x7FFFFFFF;
  constexpr std::uint32_t infinity = 0x7F800000;
  if (magnitude == 0 || magnitude >= infinity) return std::to_chars(out, out + print_room_bytes, value).ptr;
  *out = '-';
  out += bits >> 31;

  const Decimal decimal = shortest_decimal(magnitude);
  const Digits digits = significant_digits(decimal.digits);
  const int exponent = decimal.exponent + digits.trailing_zeros;
  const int point = digits.count + exponent;  // this many digits stand before the point

  // Plain notation where it is not longer.
  const int least = digits.count == 1 ? -3 : -(digits.count + 3);
  const int most = digits.count == 1 ? 4 : 5;
  if (exponent < least || exponent > most) return print_scientific(out, digits, point - 1);
  if (exponent >= 0) return print_magnitude(out, static_cast<std::uint64_t>(std::bit_cast<float>(magnitude)));
  return print_plain(out, digits, point);
}

char* print_decimal(char* out, double value) {
  return std::to_chars(out, out + print_room_bytes, value).ptr;
}

}  // namespace problems
