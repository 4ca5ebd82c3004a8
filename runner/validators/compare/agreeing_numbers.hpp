#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/digits.hpp"
#include "runner/validators/compare/tolerance.hpp"

namespace validator {

/// A tolerance for integers that count units of a power of ten. Every accepted pair is within the tolerance,
/// exactly; about others, nothing is known.
class WholeTolerance {
 public:
  explicit WholeTolerance(const Tolerance& tolerance);

  static constexpr int most_digits = 18;

  /// Numbers that are the same up to this place after the point are within the tolerance; most_digits + 1:
  /// none are.
  int places_that_decide() const { return places_that_decide_; }

  /// Whether it certainly accepts two numbers of at most `most_digits` digits in units of 10^-places.
  bool surely_accepts(std::int64_t found, std::int64_t expected, int places) const {
    const std::uint64_t distance = magnitude(found - expected);
    return distance <= absolute_[static_cast<std::size_t>(places)] ||
           distance <= ((static_cast<base::Wide>(relative_) * magnitude(expected)) >> 64);
  }

 private:
  static std::uint64_t magnitude(std::int64_t number) {
    return static_cast<std::uint64_t>(number < 0 ? -number : number);
  }

  std::array<std::uint64_t, most_digits + 1> absolute_ =
      {};  ///< the bound in units of 10^-index, rounded down
  int places_that_decide_;
  std::uint64_t relative_ = 0;  ///< the bound in units of 2^-64, rounded down
};

/// Passes pairs of tokens, with the white space behind them, as long as both are ordinary numbers (a minus or none,
/// digits, a point among them or none) that `tolerance` surely accepts. Stops before any other pair, and near the end
/// of a text. Both texts begin with a token. Also stops, and returns true, where many tokens running were equal as
/// texts: bytes are passed faster.
bool pass_agreeing_numbers(std::string_view& expected, std::string_view& found,
                           const WholeTolerance& tolerance);

}  // namespace validator
