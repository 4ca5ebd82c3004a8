#include "runner/validators/compare/number.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/digits.hpp"

namespace validator {

namespace {

constexpr int power_range = 22;  // 10^22 is the largest power of ten that a double holds exactly
constexpr std::array<double, 2 * power_range + 1> powers_of_ten = {
    1e-22, 1e-21, 1e-20, 1e-19, 1e-18, 1e-17, 1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8,
    1e-7,  1e-6,  1e-5,  1e-4,  1e-3,  1e-2,  1e-1,  1e0,   1e1,   1e2,   1e3,   1e4,   1e5,   1e6,  1e7,
    1e8,   1e9,   1e10,  1e11,  1e12,  1e13,  1e14,  1e15,  1e16,  1e17,  1e18,  1e19,  1e20,  1e21, 1e22};

// With at most 19 digits before it, 10^exponent within these keeps every intermediate value a normal double.
constexpr std::int64_t smallest_exponent = -280;
constexpr std::int64_t largest_exponent = 280;
constexpr std::int64_t most_digits = 19;  // that 64 bits hold whatever they are
constexpr std::int64_t exponent_cap = 1'000'000'000'000;
constexpr std::ptrdiff_t most_exponent_digits = 36;  // as number.hpp says

// The first 19 digits that count, where there are more; how many digits follow them before the point or the
// end of the fraction goes into `exponent`.
std::uint64_t leading_digits(const char* begin, const char* end, std::int64_t& exponent) {
  std::uint64_t mantissa = 0;
  std::int64_t taken = 0;
  for (const char* p = begin; p != end; ++p) {
    if (*p == '.') continue;
    if (taken == most_digits) {
      ++exponent;
    } else if (taken > 0 || *p != '0') {
      mantissa = mantissa * 10 + static_cast<std::uint64_t>(*p - '0');
      ++taken;
    }
  }
  return mantissa;
}

const char* scan_exponent(const char* p, const char* end, std::int64_t& exponent) {
  const char* const start = p;
  if (p == end || (*p != 'e' && *p != 'E')) return start;
  ++p;
  const bool negative = p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;
  if (p == end || !base::is_digit(*p)) return start;
  while (p != end && *p == '0') ++p;
  const char* const digits = p;
  std::int64_t written = 0;
  for (; p != end && base::is_digit(*p); ++p) {
    if (written < exponent_cap) written = written * 10 + (*p - '0');
  }
  if (p - digits > most_exponent_digits) return start;
  exponent += negative ? -written : written;
  return p;
}

// mantissa * 10^exponent. Each step and each conversion rounds at most four times by 2^-53.
void set_value(Number& number, std::uint64_t mantissa, std::int64_t exponent) {
  if (mantissa == 0) return;
  if (exponent < smallest_exponent || exponent > largest_exponent) {
    number.error = std::numeric_limits<double>::infinity();
    return;
  }
  auto value = static_cast<double>(mantissa);
  double roundings = 0x1p-51;
  while (exponent != 0) {
    const std::int64_t step = exponent < -power_range  ? -power_range
                              : exponent > power_range ? power_range
                                                       : exponent;
    value *= powers_of_ten[static_cast<std::size_t>(step + power_range)];
    roundings += 0x1p-51;
    exponent -= step;
  }
  number.value = value;
  number.error = value * roundings;
}

}  // namespace

Number scan_number(const char* begin, const char* end) {
  const char* p = begin;
  const bool negative = p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;

  const char* const digits = p;
  std::uint64_t mantissa = 0;  // wraps around where there are more than 19 digits; then it is counted again
  p = base::append_digits(p, end, mantissa);
  std::int64_t digit_count = p - digits;
  std::int64_t exponent = 0;
  if (p != end && *p == '.') {
    const char* const fraction = ++p;
    p = base::append_digits(p, end, mantissa);
    exponent = fraction - p;
    digit_count -= exponent;
  }
  if (digit_count == 0) return {};
  if (digit_count > most_digits) mantissa = leading_digits(digits, p, exponent);

  Number number;
  number.end = scan_exponent(p, end, exponent);
  set_value(number, mantissa, exponent);
  if (negative) number.value = -number.value;
  return number;
}

}  // namespace validator
