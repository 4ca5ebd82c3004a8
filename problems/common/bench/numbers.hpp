#pragma once

// Data shared by the benchmarks of reading and printing, and the files that they read and write.

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory_file.hpp"
#include "problems/common/frame/random.hpp"

namespace problems::bench {

inline constexpr std::size_t count = 1 << 18;
inline constexpr std::size_t large_count = std::size_t{1} << 23;  ///< shared by several cores
inline constexpr std::uint64_t seed = 20250914;

/// Integers of either sign with 1 to 10 digits, every length equally likely.
inline std::vector<std::int32_t> mixed_integers() {
  Random random(seed);
  std::vector<std::int32_t> values(count);
  for (std::int32_t& value : values) {
    const int digits = random.integer(1, 10);
    const auto below = static_cast<std::int64_t>(std::pow(10.0, digits));
    const std::int64_t most = std::min<std::int64_t>(below - 1, 2147483647);
    const std::int64_t magnitude = random.integer<std::int64_t>(digits == 1 ? 0 : below / 10, most);
    value = static_cast<std::int32_t>(random.integer(0, 1) == 0 ? magnitude : -magnitude);
  }
  return values;
}

/// Integers uniform over [-10^9, 10^9], the usual bound of contest statements.
inline std::vector<std::int32_t> billion_integers() {
  Random random(seed);
  std::vector<std::int32_t> values(count);
  for (std::int32_t& value : values) value = random.integer(-1'000'000'000, 1'000'000'000);
  return values;
}

/// Uniform over [-1, 1].
inline std::vector<float> unit_decimals() {
  Random random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(random.real(-1, 1));
  return values;
}

/// Sums of a dozen numbers in [-5, 5]: what the matrix product of a small contest test prints.
inline std::vector<float> sum_decimals() {
  Random random(seed);
  std::vector<float> values(count);
  for (float& value : values) {
    double sum = 0;
    for (int term = 0; term < 12; ++term) sum += random.real(-5, 5);
    value = static_cast<float>(sum);
  }
  return values;
}

/// Random bits: every exponent of float32, so that most texts have one.
inline std::vector<float> any_decimals() {
  Random random(seed);
  std::vector<float> values;
  while (values.size() < count) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random.next()));
    if (std::isfinite(value)) values.push_back(value);
  }
  return values;
}

/// Applies `format` to every value, and puts 16 numbers into each row of the text.
template <class T, class Format>
std::string text_of(const std::vector<T>& values, Format format) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    text += format(values[i]);
    text += i % 16 == 15 ? '\n' : ' ';
  }
  return text;
}

template <class T>
std::string shortest(T value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

/// Formats like "-0.123456" or "12.5": six digits after the point, without trailing zeros.
inline std::string six_places(float value) {
  char text[64];
  std::string_view whole(text, static_cast<std::size_t>(std::snprintf(text, sizeof text, "%.6f", value)));
  while (whole.ends_with('0')) whole.remove_suffix(1);
  if (whole.ends_with('.')) whole.remove_suffix(1);
  return std::string(whole);
}

using base::MemoryFile;

}  // namespace problems::bench
