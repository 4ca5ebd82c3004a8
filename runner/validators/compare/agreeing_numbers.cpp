#include "runner/validators/compare/agreeing_numbers.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>

#include "base/digits.hpp"
#include "base/white_space.hpp"

namespace validator {

namespace {

/// What is looked at from the start of a token, and more.
constexpr std::ptrdiff_t lookahead_bytes = 64;

/// The number of texts that, equal one after the other, promise more of them.
constexpr int many_equal = 8;

/// The beginning of a token, looked at 32 characters at a time.
struct Start {
  explicit Start(const char* token)
      : text(token),
        negative(*token == '-'),
        others((base::non_digits(token) | base::non_digits(token + 16) << 16) &
               ~static_cast<std::uint32_t>(negative)),
        point(std::countr_zero(others)),
        after_fraction(std::countr_zero(others & (others - 1))) {}

  const char* text;
  bool negative;
  std::uint32_t others;  ///< bit i: character i is no digit, nor the sign
  int point;             ///< the first of them
  int after_fraction;    ///< the second of them
};

/// Whether both are numbers with a point, of which the first `places` behind it are the same, and all before; then
/// both tokens are passed. Nothing is converted: what follows is less than a unit of the last of these places.
inline bool pass_equal_places(const Start& a, const Start& b, int places, const char*& a_end,
                              const char*& b_end) {
  if (places > WholeTolerance::most_digits) return false;
  const int same = a.point + 1 + places;
  if (a.point <= static_cast<int>(a.negative) || a.text[a.point & 31] != '.' || same > 31) return false;
  const std::uint32_t different =
      base::differences(a.text, b.text) | base::differences(a.text + 16, b.text + 16) << 16;
  if (std::countr_zero(different) < same || a.after_fraction < same || b.after_fraction < same) return false;
  if ((a.after_fraction | b.after_fraction) > 31) return false;
  a_end = a.text + a.after_fraction;
  b_end = b.text + b.after_fraction;
  return base::is_white(*a_end) & base::is_white(*b_end);
}

/// An ordinary number: the integer that its digits are without the point, and how many of them follow that.
struct PointedNumber {
  std::int64_t digits = 0;
  int places = 0;
  int whole_digits = 0;
  const char* end = nullptr;  ///< nullptr: it is none of these
};

/// No branch depends on the digits, nor on how many there are, as far as sixteen and a register hold them.
inline PointedNumber converted(const Start& start) {
  PointedNumber number;
  number.whole_digits = start.point - start.negative;
  if (number.whole_digits < 1 || start.point > 16) return number;
  std::uint64_t magnitude = start.point <= 8
                                ? base::number_in_eight(start.text, start.point, start.negative)
                                : base::number_in_sixteen(start.text, start.point, start.negative);
  const char* end = start.text + start.point;
  if (*end == '.') {
    const char* const fraction = end + 1;
    const int places = start.after_fraction - start.point - 1;
    if (places < 1 || number.whole_digits + places > WholeTolerance::most_digits) return number;
    const int first_places = std::min(places, 16);
    magnitude = magnitude * base::integer_powers_of_ten[static_cast<std::size_t>(first_places)] +
                base::number_in_sixteen(fraction, first_places, false);
    if (places > first_places) {
      const int last_places = places - first_places;
      magnitude = magnitude * base::integer_powers_of_ten[static_cast<std::size_t>(last_places)] +
                  base::number_in_eight(fraction + first_places, last_places, false);
    }
    number.places = places;
    end = fraction + places;
  }
  if (!base::is_white(*end)) return number;
  const auto sign = 0 - static_cast<std::uint64_t>(start.negative);
  number.digits = static_cast<std::int64_t>((magnitude ^ sign) - sign);
  number.end = end;
  return number;
}

/// Passes two ordinary numbers of any kind, which surely agree.
inline bool pass_converted(const Start& a, const Start& b, const WholeTolerance& tolerance,
                           const char*& a_end, const char*& b_end) {
  const PointedNumber x = converted(a), y = converted(b);
  if (x.end == nullptr || y.end == nullptr) return false;
  const int places = std::max(x.places, y.places);
  if (std::max(x.whole_digits, y.whole_digits) + places > WholeTolerance::most_digits) return false;
  const auto units = [places](const PointedNumber& number) {
    const auto missing = static_cast<std::size_t>(places - number.places);
    return number.digits * static_cast<std::int64_t>(base::integer_powers_of_ten[missing]);
  };
  a_end = x.end;
  b_end = y.end;
  return tolerance.surely_accepts(units(y), units(x), places);
}

/// The bound times 10^places, rounded down; the largest integer where it is larger.
std::uint64_t rounded_down(const Decimal& bound, int places) {
  std::uint64_t whole = 0;
  std::int64_t left = bound.top + places + 1;  // digits before the point
  for (std::size_t i = 0; bound.sign != 0 && left > 0; ++i, --left) {
    const auto digit = i < bound.digits.size() ? static_cast<std::uint64_t>(bound.digits[i] - '0') : 0;
    if (__builtin_mul_overflow(whole, 10, &whole) || __builtin_add_overflow(whole, digit, &whole))
      return std::numeric_limits<std::uint64_t>::max();
  }
  return whole;
}

/// 2^64 times what 18 digits after the point say, rounded down; the largest integer where the bound is 1 or more.
std::uint64_t fraction_of_2_64(const Decimal& bound) {
  constexpr auto one = base::integer_powers_of_ten[WholeTolerance::most_digits];
  const std::uint64_t whole = rounded_down(bound, WholeTolerance::most_digits);
  if (whole >= one) return std::numeric_limits<std::uint64_t>::max();
  return static_cast<std::uint64_t>((static_cast<base::Wide>(whole) << 64) / one);
}

}  // namespace

WholeTolerance::WholeTolerance(const Tolerance& tolerance) {
  for (int places = 0; tolerance.absolute && places <= WholeTolerance::most_digits; ++places)
    absolute_[static_cast<std::size_t>(places)] = rounded_down(tolerance.absolute->decimal, places);
  const auto first_unit =
      std::find_if(absolute_.begin(), absolute_.end(), [](auto units) { return units > 0; });
  places_that_decide_ = static_cast<int>(first_unit - absolute_.begin());
  if (tolerance.relative) relative_ = fraction_of_2_64(tolerance.relative->decimal);
}

bool pass_agreeing_numbers(std::string_view& expected, std::string_view& found,
                           const WholeTolerance& tolerance) {
  const char* a = expected.data();
  const char* b = found.data();
  const char* const a_end = a + expected.size();
  const char* const b_end = b + found.size();
  const int places = tolerance.places_that_decide();
  int equal = 0;
  while (a_end - a >= lookahead_bytes && b_end - b >= lookahead_bytes && equal < many_equal) {
    const Start x(a), y(b);
    const char *x_end, *y_end;
    if (!pass_equal_places(x, y, places, x_end, y_end) && !pass_converted(x, y, tolerance, x_end, y_end))
      break;
    const bool same = x_end - a == y_end - b && std::equal(a, x_end, b);
    equal = same ? equal + 1 : 0;
    a = x_end + 1;
    b = y_end + 1;
    while (a != a_end && base::is_white(*a)) ++a;
    while (b != b_end && base::is_white(*b)) ++b;
  }
  expected.remove_prefix(static_cast<std::size_t>(a - expected.data()));
  found.remove_prefix(static_cast<std::size_t>(b - found.data()));
  return equal == many_equal;
}

}  // namespace validator
