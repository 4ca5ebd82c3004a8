#pragma once

// The slow half of Reader::integer and Reader::decimal: any spelling of one whole item.

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "base/digits.hpp"

namespace problems {

/// `text` without its sign, if it has one; `negative` says whether that was '-'.
inline std::string_view without_sign(std::string_view text, bool& negative) {
  negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  return text;
}

/// Whether a decimal number, written without a sign, is below
/// 1; for one that T cannot hold: too small, not too large.
inline bool is_below_one(std::string_view text) {
  const std::size_t exponent_mark = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, exponent_mark);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first = mantissa.find_first_not_of("0.");
  if (first == std::string_view::npos) return true;
  const auto magnitude = first < point ? static_cast<std::int64_t>(point - first)
                                       : -static_cast<std::int64_t>(first - point) + 1;
  if (exponent_mark == std::string_view::npos) return magnitude <= 0;
  std::string_view digits = text.substr(exponent_mark + 1);
  bool negative = false;
  digits = without_sign(digits, negative);
  std::int64_t exponent = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  if (error != std::errc()) return negative;
  return negative ? magnitude <= exponent : magnitude <= -exponent;
}

/// The integer from `min` to `max` that `text` is, with a sign or none.
template <class T>
std::optional<T> spelled_integer(std::string_view text, T min, T max) {
  bool negative = false;
  const std::string_view digits = without_sign(text, negative);
  std::uint64_t magnitude = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude);
  const bool whole = !digits.empty() && stop == digits.data() + digits.size() && error == std::errc();
  const auto value = static_cast<T>(negative ? 0 - magnitude : magnitude);
  const auto limit = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  const std::uint64_t lowest = std::is_signed_v<T> ? limit + 1 : 0;
  const bool held = magnitude <= (negative ? lowest : limit);
  if (!whole || !held || value < min || value > max) return std::nullopt;
  return value;
}

/// The decimal number that `text` is, rounded correctly to T: infinite where it is too large, 0 where too small.
template <class T>
std::optional<T> spelled_decimal(std::string_view text) {
  bool negative = false;
  const std::string_view number = without_sign(text, negative);
  T value = 0;
  const char* const last = number.data() + number.size();
  const auto [stop, error] = std::from_chars(number.data(), last, value);
  const bool starts_well = !number.empty() && (base::is_digit(number[0]) || number[0] == '.');
  if (!starts_well || stop != last || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    value = is_below_one(number) ? T(0) : std::numeric_limits<T>::infinity();
  }
  return negative ? -value : value;
}

}  // namespace problems
