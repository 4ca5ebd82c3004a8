#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <system_error>

#include "base/digits.hpp"
#include "problems/common/parse_decimal.hpp"
#include "problems/common/parse_integer.hpp"
#include "problems/common/reader.hpp"

namespace problems {
namespace {

/// How many elements a vector grows by: enough to keep the loop going, few enough to stay in the cache.
constexpr std::size_t growth = 4096;
/// No more elements are reserved on the word of the input alone. What was reserved and is not filled costs nothing;
/// what grows beyond it is copied, and takes half as much memory again for a moment.
constexpr std::size_t largest_reserve = std::size_t{1} << 26;

/// `text` without its sign, if it has one; `negative` says whether that was '-'.
std::string_view without_sign(std::string_view text, bool& negative) {
  negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  return text;
}

/// Whether a decimal number, written without a sign, is below
/// 1; for one that T cannot hold: too small, not too large.
bool is_below_one(std::string_view text) {
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

}  // namespace

template <class T>
T Reader::careful_integer(T min, T max, const Item& item) {
  const std::string_view text = token();
  bool negative = false;
  const std::string_view digits = without_sign(text, negative);
  std::uint64_t magnitude = 0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude);
  const bool whole = !digits.empty() && stop == digits.data() + digits.size() && error == std::errc();
  const auto value = static_cast<T>(negative ? 0 - magnitude : magnitude);
  const auto limit = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  const std::uint64_t lowest = std::is_signed_v<T> ? limit + 1 : 0;
  const bool held = magnitude <= (negative ? lowest : limit);
  if (!whole || !held || value < min || value > max) {
    fail(fmt::format("{} (an integer from {} to {})", item.name(), min, max));
  }
  position_ += text.size();
  return value;
}

template <class T>
T Reader::careful_decimal(const Item& item) {
  const std::string_view text = token();
  bool negative = false;
  const std::string_view number = without_sign(text, negative);
  T value = 0;
  const char* const last = number.data() + number.size();
  const auto [stop, error] = std::from_chars(number.data(), last, value);
  const bool starts_well = !number.empty() && (base::is_digit(number[0]) || number[0] == '.');
  if (!starts_well || stop != last || error == std::errc::invalid_argument) {
    fail(fmt::format("{} (a decimal number)", item.name()));
  }
  if (error == std::errc::result_out_of_range) {
    if (!is_below_one(number)) {
      fail(fmt::format("{} (a decimal number up to {:.8g})", item.name(), std::numeric_limits<T>::max()));
    }
    value = 0;
  }
  position_ += text.size();
  return negative ? -value : value;
}

std::string Reader::Item::name() const {
  return count == 0 ? std::string(what) : fmt::format("element {} of {} of {}", index + 1, count, what);
}

/// One number: `plain(text, value)` returns where it ends, or nullptr when `careful()` must read it.
template <class T, class Plain, class Careful>
T Reader::number(Plain plain, Careful careful) {
  const char* const start = skip_blanks(position_);
  T value;
  const char* const stop = plain(start, value);
  if (stop == nullptr) return careful();
  item_ = start;
  position_ = stop;
  return value;
}

/// `count` numbers, by `plain` as above or `careful(index)`.
template <class T, class Plain, class Careful>
std::vector<T> Reader::numbers(std::size_t count, Plain plain, Careful careful) {
  std::vector<T> values;
  const bool is_known_to_fit = required_bytes_ / sizeof(T) >= count;
  values.reserve(is_known_to_fit ? count : std::min(count, largest_reserve));
  for (std::size_t done = 0; done < count;) {
    values.resize(std::min(count, done + growth));
    // Local, because the members might be what a store through `values` changes.
    const char* position = position_;
    const char* start = nullptr;
    for (; done < values.size(); ++done) {
      start = skip_blanks(position);
      const char* const stop = plain(start, values[done]);
      if (stop != nullptr) {
        position = stop;
      } else {
        position_ = position;
        values[done] = careful(done);
        position = position_;
        start = item_;
      }
    }
    position_ = position;
    item_ = start;
  }
  return values;
}

template <class T>
T Reader::integer(T min, T max, std::string_view what) {
  return number<T>([&](const char* text, T& value) { return parse_plain_integer(text, min, max, value); },
                   [&] { return careful_integer(min, max, {what}); });
}

template <class T>
std::vector<T> Reader::integers(std::size_t count, T min, T max, std::string_view what) {
  return numbers<T>(
      count, [=](const char* text, T& value) { return parse_plain_integer(text, min, max, value); },
      [&](std::size_t index) { return careful_integer(min, max, {what, index, count}); });
}

template <class T>
T Reader::decimal(std::string_view what) {
  return number<T>([](const char* text, T& value) { return parse_plain_decimal(text, value); },
                   [&] { return careful_decimal<T>({what}); });
}

template <class T>
std::vector<T> Reader::decimals(std::size_t count, std::string_view what) {
  return numbers<T>(
      count, [](const char* text, T& value) { return parse_plain_decimal(text, value); },
      [&](std::size_t index) { return careful_decimal<T>({what, index, count}); });
}

#define PROBLEMS_READ_INTEGER(T)                         \
  template T Reader::integer<T>(T, T, std::string_view); \
  template std::vector<T> Reader::integers<T>(std::size_t, T, T, std::string_view);
PROBLEMS_READ_INTEGER(signed char)
PROBLEMS_READ_INTEGER(unsigned char)
PROBLEMS_READ_INTEGER(short)
PROBLEMS_READ_INTEGER(unsigned short)
PROBLEMS_READ_INTEGER(int)
PROBLEMS_READ_INTEGER(unsigned)
PROBLEMS_READ_INTEGER(long)
PROBLEMS_READ_INTEGER(unsigned long)
PROBLEMS_READ_INTEGER(long long)
PROBLEMS_READ_INTEGER(unsigned long long)

template float Reader::decimal<float>(std::string_view);
template double Reader::decimal<double>(std::string_view);
template std::vector<float> Reader::decimals<float>(std::size_t, std::string_view);
template std::vector<double> Reader::decimals<double>(std::size_t, std::string_view);

}  // namespace problems
