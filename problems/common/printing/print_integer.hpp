#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "base/digits.hpp"

namespace problems {

/// Bytes that printing one number may write; the text may be shorter.
inline constexpr std::size_t print_room_bytes = 64;

/// Writes exactly eight digits of `number` < 10^8.
inline char* print_eight_digits(char* out, std::uint32_t number) {
  base::store_eight(out, base::digits_of_eight(number) | base::eight_zeros);
  return out + 8;
}

/// Writes `number` < 10^8 without leading zeros. No branch depends on its length.
inline char* print_up_to_eight_digits(char* out, std::uint32_t number) {
  const std::uint64_t digits = base::digits_of_eight(number);
  // The last digit stays even if it is zero.
  const int leading_zeros = std::countr_zero(digits | 1ULL << 56) / 8;
  base::store_eight(out, (digits | base::eight_zeros) >> (8 * leading_zeros));
  return out + (8 - leading_zeros);
}

/// Prints `number` < 100.
inline char* print_up_to_two_digits(char* out, std::uint32_t number) {
  const std::uint32_t tens = number / 10;
  const std::uint32_t leading_zeros = number < 10;
  const std::uint32_t digits = tens | (number % 10) << 8 | 0x3030;
  const auto text = static_cast<std::uint16_t>(digits >> (8 * leading_zeros));
  std::memcpy(out, &text, sizeof text);
  return out + (2 - leading_zeros);
}

/// Writes `number` in decimal and returns the end of the text.
inline char* print_magnitude(char* out, std::uint64_t number) {
  constexpr std::uint64_t eight_digits = 100'000'000;
  if (number < eight_digits) return print_up_to_eight_digits(out, static_cast<std::uint32_t>(number));
  const std::uint64_t high = number / eight_digits;
  const auto low = static_cast<std::uint32_t>(number % eight_digits);
  if (high < 100) {
    out = print_up_to_two_digits(out, static_cast<std::uint32_t>(high));  // all of 32 bits
  } else if (high < eight_digits) {
    out = print_up_to_eight_digits(out, static_cast<std::uint32_t>(high));
  } else {
    out = print_up_to_eight_digits(out, static_cast<std::uint32_t>(high / eight_digits));
    out = print_eight_digits(out, static_cast<std::uint32_t>(high % eight_digits));
  }
  return print_eight_digits(out, low);
}

template <class T>
char* print_integer(char* out, T value) {
  const bool negative = value < 0;
  const auto sign = 0 - static_cast<std::uint64_t>(negative);
  *out = '-';
  return print_magnitude(out + negative, (static_cast<std::uint64_t>(value) ^ sign) - sign);
}

}  // namespace problems
