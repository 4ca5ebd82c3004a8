#pragma once

// Integers as text, one character after the other: what a thread of a GPU does with one of them.

#include <cstdint>

#include "kernels/common/both_sides.hpp"

namespace kernels {

/// Space, tab, CR or LF.
WARP_JUDGE_BOTH_SIDES inline bool is_blank_character(char character) {
  constexpr std::uint64_t blanks = 1ULL << ' ' | 1ULL << '\t' | 1ULL << '\r' | 1ULL << '\n';
  const auto code = static_cast<unsigned char>(character);
  return code <= ' ' && (blanks >> code & 1) != 0;
}

/// Sets `value` to the integer from `min` to `max` that begins at `token` and that a blank ends within `room`
/// characters. False for anything else, "+5" and more than 18 digits included, which may be right or wrong.
template <class T>
WARP_JUDGE_BOTH_SIDES bool parse_plain_integer(const char* token, unsigned room, T min, T max, T& value) {
  constexpr unsigned most_digits = 18;
  const unsigned sign = token[0] == '-';
  std::int64_t magnitude = 0;
  unsigned length = sign;
  for (; length < room; ++length) {
    const unsigned digit = static_cast<unsigned char>(token[length]) - unsigned{'0'};
    if (digit > 9 || length - sign == most_digits) break;
    magnitude = 10 * magnitude + digit;
  }
  if (length == sign || length == room || !is_blank_character(token[length])) return false;
  const std::int64_t number = sign != 0 ? -magnitude : magnitude;
  value = static_cast<T>(number);
  return number >= min && number <= max;
}

/// Characters that an integer of the type takes at most, its sign included.
template <class T>
constexpr unsigned most_characters = sizeof(T) == 4 ? 11 : 20;

/// Characters of `number` in decimal.
WARP_JUDGE_BOTH_SIDES inline unsigned digits_in(std::uint64_t number) {
  unsigned digits = 1;
  for (; number >= 10'000; number /= 10'000) digits += 4;
  return digits + (number >= 10) + (number >= 100) + (number >= 1'000);
}

/// Writes the `digits` digits of `number`.
WARP_JUDGE_BOTH_SIDES inline void print_digits(char* text, std::uint64_t number, unsigned digits) {
  constexpr std::uint64_t high = 1'000'000'000;
  unsigned place = digits;
  for (; number >= high && place > 9; number /= high) {
    auto low = static_cast<std::uint32_t>(number % high);
    for (unsigned i = 0; i < 9; ++i, low /= 10) text[--place] = static_cast<char>('0' + low % 10);
  }
  for (auto low = static_cast<std::uint32_t>(number); place > 0; low /= 10) {
    text[--place] = static_cast<char>('0' + low % 10);
  }
}

/// A number with the length of its text, which is worked out once.
template <class T>
struct PrintedInteger {
  std::uint64_t magnitude;
  bool negative;
  unsigned digits;

  WARP_JUDGE_BOTH_SIDES explicit PrintedInteger(T number)
      : magnitude(number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number)),
        negative(number < 0),
        digits(digits_in(magnitude)) {}

  WARP_JUDGE_BOTH_SIDES unsigned length() const { return digits + negative; }

  WARP_JUDGE_BOTH_SIDES void print(char* text) const {
    if (negative) *text = '-';
    print_digits(text + negative, magnitude, digits);
  }
};

}  // namespace kernels
