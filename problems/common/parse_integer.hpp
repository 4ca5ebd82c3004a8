#pragma once

// The fast half of Reader::integer: it knows the ordinary spellings and declines all others, right or wrong,
// which the Reader then looks at without haste.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "problems/common/swar.hpp"

namespace problems {

/// Bytes after the end of the input that parsing may look at. They are NUL, which ends every number.
inline constexpr std::size_t parse_padding_bytes = 2 * lookahead_bytes;

/// Space, tab, CR or LF.
inline bool is_blank(char character) {
  return character == ' ' || character == '\n' || character == '\r' || character == '\t';
}

inline const char* skip_blanks(const char* text) {
  while (is_blank(*text)) ++text;
  return text;
}

/// Reads an integer from `min` to `max` that begins at `text` and that a blank ends. Returns what follows the
/// blank; or nullptr when it is anything else, "+5" and more than 19 digits included.
template <class T>
const char* parse_plain_integer(const char* text, T min, T max, T& value) {
  const bool negative = std::is_signed_v<T> && *text == '-';
  // The sign counts as a leading zero, so that nothing waits for it.
  const std::uint32_t others = non_digits(text) & ~static_cast<std::uint32_t>(negative);
  const char* end;
  std::uint64_t magnitude;
  if (others != 0) {
    const int length = std::countr_zero(others);
    end = text + length;
    if (length == static_cast<int>(negative)) return nullptr;
    magnitude = number_in_sixteen(text, length, negative);
  } else {
    magnitude = 0;
    end = append_digits(text + negative, magnitude);
    if (end - text > std::numeric_limits<std::uint64_t>::digits10 + negative) return nullptr;
  }
  if (!is_blank(*end)) return nullptr;
  if (std::is_signed_v<T> && sizeof(T) == 8 && magnitude >> 63 != 0) return nullptr;
  const std::uint64_t sign = 0 - static_cast<std::uint64_t>(negative);
  const std::uint64_t number = (magnitude ^ sign) - sign;
  const auto lowest = static_cast<std::uint64_t>(min);
  if (number - lowest > static_cast<std::uint64_t>(max) - lowest) return nullptr;
  value = static_cast<T>(number);
  return end + 1;
}

}  // namespace problems
