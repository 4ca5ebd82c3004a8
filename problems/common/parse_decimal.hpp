#pragma once

// The fast half of Reader::decimal: it knows the ordinary spellings and declines all others, right or wrong,
// which the Reader then handles on its slow path.

#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <system_error>
#include <type_traits>

#include "base/digits.hpp"
#include "kernels/text/plain_decimal.hpp"
#include "kernels/text/powers_of_ten.hpp"
#include "problems/common/parse_integer.hpp"

namespace problems {

/// The number mantissa * 10^exponent as it stands in a text.
struct DecimalText {
  std::uint64_t mantissa;  ///< below 10^18
  std::int64_t exponent;
  const char* end;  ///< nullptr when the text is no ordinary decimal number
};

/// Scans digits with at most one point among them and at least one digit, of any length.
[[gnu::noinline]] inline DecimalText scan_long_mantissa(const char* text) {
  DecimalText number = {0, 0, nullptr};
  const char* end = base::append_digits(text, number.mantissa);
  std::ptrdiff_t length = end - text;
  if (*end == '.') {
    const char* const fraction = end + 1;
    end = base::append_digits(fraction, number.mantissa);
    number.exponent = fraction - end;
    length -= number.exponent;
  }
  constexpr std::size_t most_digits = 18;
  if (static_cast<std::size_t>(length - 1) < most_digits) number.end = end;
  return number;
}

/// The same, after a sign if `negative`, fast for the ordinary number of at most 15 characters.
[[gnu::always_inline]] inline DecimalText scan_mantissa(const char* text, bool negative) {
  const std::uint32_t others = base::non_digits(text) & ~static_cast<std::uint32_t>(negative);
  const std::uint32_t after_first = others & (others - 1);
  const int point = std::countr_zero(others);
  if (after_first != 0 && point > static_cast<int>(negative) && point <= 8) {
    // All in 16 characters: no branch depends on where the point is.
    const std::uint64_t whole = base::number_in_eight(text, point, negative);
    if (text[point] != '.') return {whole, 0, text + point};
    const char* const fraction = text + point + 1;
    const int places = std::countr_zero(after_first) - point - 1;
    if (places > 0) {
      const std::uint64_t shifted = whole * base::integer_powers_of_ten[static_cast<std::size_t>(places)];
      return {shifted + base::number_in_sixteen(fraction, places, false), -places, fraction + places};
    }
  }
  return scan_long_mantissa(text + negative);
}

/// Adds the exponent at number.end, which is an 'e'.
inline void scan_exponent(DecimalText& number) {
  const char* text = number.end + 1;
  const bool below_one = *text == '-';
  text += below_one || *text == '+';
  constexpr int most_digits = 8;
  const int length = std::countr_zero(base::non_digits(text) | 1U << 16);
  if (length == 0 || length > most_digits) {
    number.end = nullptr;
    return;
  }
  const auto sign = 0 - static_cast<std::int64_t>(below_one);
  number.exponent += (static_cast<std::int64_t>(base::number_in_eight(text, length, false)) ^ sign) - sign;
  number.end = text + length;
}

/// Sets `value` to the number rounded correctly, where mantissa and power of
/// ten are exact in double, so that only their product is rounded (Clinger,
/// "How to read floating point numbers accurately", PLDI 1990); else false.
inline bool scale(const DecimalText& number, double& value) {
  constexpr std::int64_t largest_exact_power = 22;
  constexpr std::uint64_t largest_exact_mantissa = 1ULL << 53;
  if (number.mantissa > largest_exact_mantissa || std::abs(number.exponent) > largest_exact_power)
    return false;
  value = static_cast<double>(static_cast<std::int64_t>(number.mantissa));
  if (number.exponent <= 0) {
    value /= kernels::powers_of_ten[-number.exponent];
  } else {
    value *= kernels::powers_of_ten[number.exponent];
  }
  return true;
}

/// The same for float32, by way of double.
inline bool scale(const DecimalText& number, float& value) {
  if (std::abs(number.exponent) > kernels::largest_power_of_ten) return false;
  const double power = kernels::signed_powers_of_ten.of(static_cast<int>(number.exponent));
  return kernels::scale_to_float(number.mantissa, power, value);
}

/// A number as most inputs have them: up to 15 characters, digits and perhaps a point among them, after a sign if
/// `negative`, and a blank. Sets `magnitude` and returns what follows the blank; nullptr for anything else.
template <class T>
[[gnu::always_inline]] inline const char* parse_short_decimal(const char* text, bool negative, T& magnitude) {
  // The next number can begin as soon as the blank is found: nothing that leads there may wait for anything else.
  const std::uint32_t low = base::spaces_and_controls(text);
  const int stop = std::countr_zero(low | 1U << 16);
  const int length = stop - static_cast<int>(negative);
  if (low == 0 || length == 0 || !is_blank(text[stop])) return nullptr;
  const std::uint32_t others =
      base::non_digits(text) & (low - 1) & ~low & ~static_cast<std::uint32_t>(negative);
  const int point = std::countr_zero(others | 1U << 16);
  const int places = others == 0 ? 0 : stop - point - 1;
  if (others != 0) {
    const bool is_one_point = (others & (others - 1)) == 0 && text[point] == '.';
    if (!is_one_point || places == 0 || places == length - 1) return nullptr;
  }
  // The last character becomes the highest, and what stands before the point moves over it.
  if (length <= 8) {
    const std::uint64_t digits = (base::load_eight(text + negative) ^ base::eight_zeros) << (64 - 8 * length);
    const std::uint64_t fraction = ~(~std::uint64_t{0} >> (8 * places));
    const std::uint64_t number =
        base::number_of_eight(others == 0 ? digits : (digits & fraction) | (digits << 8 & ~fraction));
    // Mantissa and power are exact in float32, too, so that only their quotient is rounded.
    static constexpr std::array<T, 8> powers = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
    magnitude = static_cast<T>(static_cast<std::int32_t>(number)) / powers[static_cast<std::size_t>(places)];
    return text + stop + 1;
  }
  const std::uint64_t first = base::load_eight(text + negative) ^ base::eight_zeros;
  const std::uint64_t second = base::load_eight(text + negative + 8) ^ base::eight_zeros;
  base::Wide digits = (first | static_cast<base::Wide>(second) << 64) << (128 - 8 * length);
  if (others != 0) {
    const base::Wide fraction = ~(~base::Wide{0} >> (8 * places));
    digits = (digits & fraction) | (digits << 8 & ~fraction);
  }
  const std::uint64_t number = base::number_of_eight(static_cast<std::uint64_t>(digits)) * 100'000'000 +
                               base::number_of_eight(static_cast<std::uint64_t>(digits >> 64));
  return scale({number, -places, nullptr}, magnitude) ? text + stop + 1 : nullptr;
}

/// The rare rest.
template <class T>
[[gnu::noinline]] bool scale_slowly(const char* text, const char* end, T& value) {
  return std::from_chars(text, end, value).ec == std::errc();
}

/// Reads a decimal number that begins at `text` and that a blank ends, rounded correctly to T. Returns what
/// follows the blank; or nullptr when it is anything else, a number too large or too small for T included.
template <class T>
[[gnu::always_inline]] inline const char* parse_plain_decimal(const char* text, T& value) {
  const bool negative = *text == '-';
  // A product, because signs are hard to predict: a branch would cost more than all the rest.
  static constexpr std::array<T, 2> signs = {1, -1};
  T magnitude;
  if (const char* const next = parse_short_decimal(text, negative, magnitude); next != nullptr) {
    value = magnitude * signs[negative];
    return next;
  }
  DecimalText number = scan_mantissa(text, negative);
  if (number.end == nullptr) return nullptr;
  if ((*number.end | 0x20) == 'e') {
    scan_exponent(number);
    if (number.end == nullptr) return nullptr;
  }
  if (!is_blank(*number.end)) return nullptr;
  if (!scale(number, magnitude) && !scale_slowly(text + negative, number.end, magnitude)) return nullptr;
  value = magnitude * signs[negative];
  return number.end + 1;
}

}  // namespace problems
