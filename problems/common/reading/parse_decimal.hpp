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
#include "problems/common/reading/parse_integer.hpp"

namespace problems {

/// The number mantissa * 10^exponent as written in a text.
struct DecimalText {
  std::uint64_t mantissa;  ///< below 10^18
  std::int64_t exponent;
  const char* end;  ///< nullptr when the text is not an ordinary decimal number
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

/// Scans the mantissa after a sign if `negative`, fast for the ordinary number of at most 15 characters, whatever
/// stands where.
[[gnu::always_inline]] inline DecimalText scan_mantissa(const char* text, bool negative) {
  const std::uint32_t others = base::non_digits(text) & ~static_cast<std::uint32_t>(negative);
  const int point = std::countr_zero(others | 1U << 16);
  const int whole = point - static_cast<int>(negative);
  const bool has_point = text[point] == '.';
  const int stop = has_point ? std::countr_zero((others & (others - 1)) | 1U << 16) : point;
  const int places = stop - point - static_cast<int>(has_point);
  if (stop < 16 && whole > 0 && (places > 0) == has_point)
    return {base::number_around_point(text + negative, whole, whole + places), -places, text + stop};
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

/// Scales for float32, by way of double.
inline bool scale(const DecimalText& number, float& value) {
  if (std::abs(number.exponent) > kernels::largest_power_of_ten) return false;
  const double power = kernels::signed_powers_of_ten.of(static_cast<int>(number.exponent));
  return kernels::scale_to_float(number.mantissa, power, value);
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
  DecimalText number = scan_mantissa(text, negative);
  if (number.end == nullptr) return nullptr;
  if ((*number.end | 0x20) == 'e') {
    scan_exponent(number);
    if (number.end == nullptr) return nullptr;
  }
  if (!is_blank(*number.end)) return nullptr;
  T magnitude;
  if (!scale(number, magnitude) && !scale_slowly(text + negative, number.end, magnitude)) return nullptr;
  // A product, because signs are hard to predict: a branch would cost more than all the rest.
  static constexpr std::array<T, 2> signs = {1, -1};
  value = magnitude * signs[negative];
  return number.end + 1;
}

}  // namespace problems
