#pragma once

// From the residues of an integer back to it (Chinese remainder theorem), exactly: a weighted sum of the
// residues, less as many times the product of the moduli as are in it.

#include "kernels/matmul/hopper/residues.hpp"

namespace kernels::hopper {

/// Digits to the base 2^32, the least first.
struct Digits {
  std::uint32_t values[4];
};
constexpr Digits digits_of(UInt128 value) {
  return {{static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32),
           static_cast<std::uint32_t>(value >> 64), static_cast<std::uint32_t>(value >> 96)}};
}

/// 1 / value modulo `modulus`, which have no common divisor (Euclid).
constexpr unsigned inverse(unsigned value, unsigned modulus) {
  std::int64_t rest = modulus, next_rest = value % modulus, times = 0, next_times = 1;
  while (next_rest != 0) {
    const std::int64_t quotient = rest / next_rest, last_rest = next_rest, last_times = next_times;
    next_rest = rest - quotient * next_rest;
    next_times = times - quotient * next_times;
    rest = last_rest;
    times = last_times;
  }
  return static_cast<unsigned>(times < 0 ? times + modulus : times);
}

constexpr Digits modulus_product_digits = digits_of(modulus_product);
constexpr double highest_digit_over_product = 0x1p96 / to_double(modulus_product);

/// Two neighbouring moduli, or one: `Count`.
template <int Index, int Count>
struct ModulusPair {
  static constexpr unsigned first = modulus_at(Index), second = Count == 2 ? modulus_at(Index + 1) : 1;
  static constexpr unsigned both = first * second;
  /// Weights by which two residues add up to what has both.
  static constexpr unsigned first_weight = Count == 2 ? second * inverse(second, first) : 1;
  static constexpr unsigned second_weight = Count == 2 ? first * inverse(first, second) : 0;

  /// 1 modulo both, 0 modulo all others.
  static constexpr UInt128 weight() {
    const UInt128 others = modulus_product / both;
    return others * inverse(static_cast<unsigned>(others % both), both);
  }
  static constexpr Digits weight_digits = digits_of(weight());
};

/// An integer to the base 2^32, but with carries that were not passed on.
struct LooseInteger {
  std::uint64_t digits[4] = {};
};

/// Adds from `Index` on. Two weighted residues are less than 2^25, and what is added to a digit less than 2^57.
template <int Index, class ResidueAt>
WARP_JUDGE_BOTH_SIDES inline void add_weighted(LooseInteger& sum, const ResidueAt& residue_at) {
  if constexpr (Index < modulus_count) {
    constexpr int count = Index + 1 < modulus_count ? 2 : 1;
    using Pair = ModulusPair<Index, count>;
    std::uint32_t residues = residue_at(Index) * Pair::first_weight;
    if constexpr (count == 2) residues += residue_at(Index + 1) * Pair::second_weight;
    constexpr Digits weight = Pair::weight_digits;
    for (int i = 0; i < 4; ++i) sum.digits[i] += std::uint64_t{residues} * weight.values[i];
    add_weighted<Index + 2>(sum, residue_at);
  }
}

/// The integer that has the residues residue_at(0), residue_at(1) ..., as double: exact up to 2^53 and else
/// with an error of two roundings at most. Its magnitude must keep to the limit of products of lines.
template <class ResidueAt>
WARP_JUDGE_BOTH_SIDES inline double recombine(const ResidueAt& residue_at) {
  LooseInteger sum;
  add_weighted<0>(sum, residue_at);
  // How often the product of the moduli is in it, to the nearest: what the digits below add is less than 2^-20.
  const std::uint64_t highest = sum.digits[3] + (sum.digits[2] >> 32);
  const auto times =
      static_cast<std::int64_t>(static_cast<double>(highest) * highest_digit_over_product + 0.5);
  constexpr Digits product = modulus_product_digits;
  std::int64_t digits[4];
  for (int i = 0; i < 4; ++i)
    digits[i] = static_cast<std::int64_t>(sum.digits[i]) - times * product.values[i];
  // Carries; the shifts round down. What is left is high 2^64 + low.
  digits[1] += digits[0] >> 32;
  digits[2] += digits[1] >> 32;
  std::int64_t high = digits[3] * (std::int64_t{1} << 32) + digits[2];
  std::uint64_t low =
      static_cast<std::uint64_t>(digits[1]) << 32 | (static_cast<std::uint64_t>(digits[0]) & 0xFFFF'FFFF);
  const bool negative = high < 0;
  if (negative) {  // else its parts could cancel after they were rounded
    low = 0 - low;
    high = -high - (low != 0);
  }
  const double magnitude = static_cast<double>(high) * 0x1p64 + static_cast<double>(low);
  return negative ? -magnitude : magnitude;
}

}  // namespace kernels::hopper
