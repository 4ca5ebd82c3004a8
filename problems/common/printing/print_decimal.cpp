#include "problems/common/printing/print_decimal.hpp"

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

#include "base/digits.hpp"
#include "kernels/text/shortest_decimal.hpp"
#include "problems/common/printing/print_integer.hpp"

namespace problems {
namespace {

/// Stores one to nine characters in registers, which can be shifted without waiting for memory.
struct Digits {
  std::uint64_t
      first_eight;  ///< the first character lowest; after the last one come zeros or digits that do not count
  char ninth;
  int count;
  int trailing_zeros;  ///< that followed in the number
};

/// Strips the zeros at either end of `number` < 10^9, which is not 0. It has no branches, as above.
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

/// Formats "1.5e-07" from the digits "15" and the exponent of the first.
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

/// Formats "0.0015" or "1.5" from the digits "15", of which `point` precede the point.
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

  const kernels::ShortestDecimal decimal =
      kernels::shortest_decimal(magnitude, kernels::highest_bits_of_powers_of_ten);
  const Digits digits = significant_digits(decimal.digits);
  const int exponent = decimal.exponent + digits.trailing_zeros;
  const int point = digits.count + exponent;  // this many digits stand before the point

  if (!kernels::takes_plain_notation(digits.count, exponent)) return print_scientific(out, digits, point - 1);
  if (exponent >= 0) return print_magnitude(out, static_cast<std::uint64_t>(std::bit_cast<float>(magnitude)));
  return print_plain(out, digits, point);
}

char* print_decimal(char* out, double value) {
  return std::to_chars(out, out + print_room_bytes, value).ptr;
}

}  // namespace problems
