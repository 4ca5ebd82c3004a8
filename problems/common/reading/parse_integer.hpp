#pragma once

// The fast half of Reader::integer: it knows the ordinary spellings and declines all others, right or wrong,
// which the Reader then handles on its slow path.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/digits.hpp"

namespace problems {

/// Bytes after the end of the input that parsing may look at. They are NUL, which ends every number.
inline constexpr std::size_t parse_padding_bytes = 2 * base::lookahead_bytes;

/// Space, tab, CR or LF.
inline bool is_blank(char character) {
  return character == ' ' || character == '\n' || character == '\r' || character == '\t';
}

inline const char* skip_blanks(const char* text) {
  while (is_blank(*text)) ++text;
  return text;
}

/// Sets `value` to the number with this magnitude, which is below 10^19, if it is from `min` to `max`.
template <class T>
bool has_value(std::uint64_t magnitude, bool negative, T min, T max, T& value) {
  if (std::is_signed_v<T> && sizeof(T) == 8 && magnitude >> 63 != 0) return false;
  const std::uint64_t sign = 0 - static_cast<std::uint64_t>(negative);
  const std::uint64_t number = (magnitude ^ sign) - sign;
  const auto lowest = static_cast<std::uint64_t>(min);
  value = static_cast<T>(number);
  return number - lowest <= static_cast<std::uint64_t>(max) - lowest;
}

/// The rare integer of more than 15 characters, as parse_plain_integer().
template <class T>
[[gnu::noinline]] const char* parse_long_integer(const char* text, T min, T max, T& value) {
  const bool negative = std::is_signed_v<T> && *text == '-';
  const char* const digits = text + negative;
  std::uint64_t magnitude = 0;
  const char* const end = base::append_digits(digits, magnitude);
  constexpr int most_digits = std::numeric_limits<std::uint64_t>::digits10;
  if (end == digits || end - digits > most_digits || !is_blank(*end)) return nullptr;
  return has_value(magnitude, negative, min, max, value) ? end + 1 : nullptr;
}

/// Reads an integer from `min` to `max` that begins at `text` and that a blank ends. Returns what follows the
/// blank; or nullptr when it is anything else, "+5" and more than 19 digits included.
template <class T>
[[gnu::always_inline]] inline const char* parse_plain_integer(const char* text, T min, T max, T& value) {
  // The next number can begin as soon as the blank is found:
  // nothing that leads there may wait for anything else.
  const std::uint32_t low = base::spaces_and_controls(text);
  if (low == 0) return parse_long_integer(text, min, max, value);
  const int length = std::countr_zero(low);
  if (!is_blank(text[length])) return nullptr;
  const std::uint32_t up_to_blank = low ^ (low - 1);
  const bool negative = std::is_signed_v<T> && *text == '-';
  // Only the blank and the sign are not digits.
  if (((base::non_digits(text) ^ low ^ std::uint32_t{negative}) & up_to_blank) != 0) return nullptr;
  if (length == static_cast<int>(negative)) return nullptr;
  if (!has_value(base::number_in_sixteen(text, length, negative), negative, min, max, value)) return nullptr;
  return text + length + 1;
}

}  // namespace problems
