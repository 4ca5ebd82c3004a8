#pragma once

#include "kernels/common/both_sides.hpp"

namespace kernels {

inline constexpr int largest_power_of_ten = 57;

/// Powers of ten rounded to double; exact up to 10^22.
inline constexpr double powers_of_ten[] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14,
    1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28, 1e29,
    1e30, 1e31, 1e32, 1e33, 1e34, 1e35, 1e36, 1e37, 1e38, 1e39, 1e40, 1e41, 1e42, 1e43, 1e44,
    1e45, 1e46, 1e47, 1e48, 1e49, 1e50, 1e51, 1e52, 1e53, 1e54, 1e55, 1e56, 1e57};

/// Powers from 10^-57 to 10^57; each off by at most one unit in the last place.
struct SignedPowersOfTen {
  double values[2 * largest_power_of_ten + 1];

  WARP_JUDGE_BOTH_SIDES double of(int exponent) const { return values[exponent + largest_power_of_ten]; }
};

/// A kernel has a copy of its own.
inline constexpr SignedPowersOfTen signed_powers_of_ten = [] {
  SignedPowersOfTen powers = {};
  for (int i = 0; i <= largest_power_of_ten; ++i) {
    powers.values[largest_power_of_ten - i] = 1 / powers_of_ten[i];
    powers.values[largest_power_of_ten + i] = powers_of_ten[i];
  }
  return powers;
}();

}  // namespace kernels
