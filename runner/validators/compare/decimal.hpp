#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace validator {

__extension__ using Power = __int128;  // holds any exponent that scan_number takes

/// A decimal number with all its digits: sign * d.ddd * 10^top.
struct Decimal {
  int sign = 0;        ///< -1, 0 or 1
  std::string digits;  ///< '0' to '9', the first and the last are not '0'; empty for zero
  Power top = 0;       ///< the power of ten of the first digit

  /// Precondition: `text` is a number that scan_number takes whole.
  static Decimal parse(std::string_view text);
};

/// |a|, -a and the exact product, which has as many digits as the factors have together.
Decimal absolute(Decimal a);
Decimal negated(Decimal a);
Decimal product(const Decimal& a, const Decimal& b);

/// The sign, -1, 0 or 1, of the exact sum of `terms`: at most a few. Takes time for the digits that are
/// there, never for the zeros between them: 1e1000000000 + 1e-1000000000 is two digits.
int sign_of_sum(std::span<const Decimal> terms);

}  // namespace validator
