#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runner/validators/compare/decimal.hpp"
#include "runner/validators/compare/number.hpp"

namespace validator {

/// One bound of a tolerance, not negative.
struct Bound {
  std::string text;  ///< as the caller wrote it
  Number number;     ///< about how much it is
  Decimal decimal;   ///< exactly how much it is

  /// Throws std::invalid_argument unless `text` is a decimal number that is not negative.
  static Bound parse(std::string_view text);
};

/// The permitted distance of two numbers: within either bound suffices.
struct Tolerance {
  std::optional<Bound> absolute;  ///< |found - expected| <= bound
  std::optional<Bound> relative;  ///< |found - expected| <= bound * |expected|

  bool given() const { return absolute || relative; }

  /// Whether `found` is within the tolerance of `expected`, as exact arithmetic on the digits as written
  /// decides: 0.3 is within 0.1 of 0.2, 1e400 is a number, 1e-400 is not 0. `found_text` and `expected_text`
  /// are what `found` and `expected` were scanned from.
  bool accepts(const Number& found, std::string_view found_text, const Number& expected,
               std::string_view expected_text) const;

  /// "absolute tolerance 1e-6, relative tolerance 1e-9"
  std::string describe() const;
};

}  // namespace validator
