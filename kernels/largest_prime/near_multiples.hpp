#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "kernels/common/both_sides.hpp"

namespace kernels {

/// Determines which 64-bit numbers lie shortly above a multiple of one divisor, and how far, with a fused
/// multiply-add in double precision and a 32-bit multiplication for each.
///
/// A double of 2^52 has no bits for fractions, so that number * (1 / divisor) + 2^52, rounded once, holds a
/// whole quotient in its low bits (J.-M. Muller and others, Handbook of Floating-Point Arithmetic, on
/// rounding to integers). The roundings of the number and of 1 / divisor move the product by 2^-52 of itself,
/// hence number - quotient * divisor lies within divisor / 2 + 2^12 of zero. Two things follow. The exact
/// remainder, when it is below `reach`, is what comes out: were the quotient one too high, the difference
/// would be divisor - `reach` below zero, which is farther away for divisors from 2^14 on. And when another
/// number comes out, even a negative one, its low 32 bits are not below `reach`.
class NearMultiples {
 public:
  static constexpr std::uint32_t reach = 1 << 11, smallest_divisor = 1 << 14;

  /// Precondition: divisor >= smallest_divisor.
  WARP_JUDGE_BOTH_SIDES explicit NearMultiples(std::uint32_t divisor)
      : divisor_(divisor), inverse_(1.0 / divisor) {}

  /// number % divisor where that is below `reach`, and otherwise anything that is not.
  /// `rounded`: the number as a double; `low`: its low 32 bits.
  WARP_JUDGE_BOTH_SIDES std::uint32_t distance(double rounded, std::uint32_t low) const {
    return low - low_bits(std::fma(rounded, inverse_, 0x1p52)) * divisor_;
  }

 private:
  static WARP_JUDGE_BOTH_SIDES std::uint32_t low_bits(double value) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return static_cast<std::uint32_t>(bits);
  }

  std::uint32_t divisor_;
  double inverse_;
};

}  // namespace kernels
