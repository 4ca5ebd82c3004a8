#pragma once

namespace validator {

/// A decimal number found in a text, and its approximate value.
struct Number {
  const char* end = nullptr;  ///< one past its last character; nullptr: there is no number
  double value = 0;           ///< the nearly exact value, 0 where it is out of range
  double error = 0;           ///< |true value - value| is at most this; infinity where it is out of range
};

/// The longest decimal number at the start of [begin, end), by the floating-point grammar of the problem
/// package format 2025-09, "General requirements": a sign or none, digits with or without a point (".5" and
/// "5." too), an exponent or none. No hexadecimal, no infinity, no nan. Any number of digits,
/// of which an exponent has 36 that count at most.
///
/// The value is rounded a few times instead of once and says so in `error`: comparisons rely on it only
/// beyond that error, and by the digits themselves (Decimal) within.
Number scan_number(const char* begin, const char* end);

}  // namespace validator
