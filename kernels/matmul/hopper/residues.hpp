#pragma once

// Integers by their residues (Chinese remainder theorem): what gpu-ozaki-int8 computes with, for host and
// device.
//
// An integer product of matrices, taken modulo numbers that have no common divisor, is that product, as long
// as no element reaches half of their product P in magnitude. Residues fit a byte each, so that tensor cores
// multiply them exactly.

#include <cstdint>

#include "kernels/common/both_sides.hpp"

namespace kernels::hopper {

using UInt128 = unsigned __int128;

/// 15: P is 2^117.8, and the norm of a line of integers 57.4 to 58.4 bits, so that rounding loses far less than
/// sums in float64. With 14 it is 53.6 to 54.6 bits, and not always less.
constexpr int modulus_count = 15;

/// The largest that fit, without a common divisor of any two.
constexpr unsigned modulus_at(int index) {
  constexpr unsigned moduli[modulus_count] = {256, 255, 253, 251, 247, 241, 239, 233,
                                              229, 227, 223, 217, 211, 199, 197};
  return moduli[index];
}

constexpr UInt128 product_of_moduli() {
  UInt128 product = 1;
  for (int i = 0; i < modulus_count; ++i) product *= modulus_at(i);
  return product;
}

constexpr double to_double(UInt128 value) {
  return static_cast<double>(static_cast<std::uint64_t>(value >> 64)) * 0x1p64 +
         static_cast<double>(static_cast<std::uint64_t>(value));
}

constexpr UInt128 modulus_product = product_of_moduli();  ///< P

/// A bound of the squared norm of a line of integers before they are rounded. It is less than P / 2 by as much
/// as rounding may add: for sums of up to 2^31, half of sqrt(2^31) to norms of 2^58.
constexpr double squared_norm_limit = to_double(modulus_product / 2) * (1 - 0x1p-10);
static_assert(squared_norm_limit > 0x1p116 && squared_norm_limit < 0x1p117);

/// 2^exponent, for exponents of normal numbers.
WARP_JUDGE_BOTH_SIDES inline double power_of_two(int exponent) {
  const auto bits = static_cast<std::uint64_t>(exponent + 1023) << 52;
#ifdef __CUDA_ARCH__
  return __longlong_as_double(static_cast<long long>(bits));
#else
  double power;
  __builtin_memcpy(&power, &bits, sizeof(power));
  return power;
#endif
}

/// The exponent of the power of two by which a line of this squared norm is multiplied: the largest that keeps
/// to the limit. `squared_norm` errs by 2^-21 of itself at most, and is in [2^-800, 2^800].
WARP_JUDGE_BOTH_SIDES inline int line_exponent(double squared_norm) {
  const double ratio = squared_norm_limit / (squared_norm * (1 + 0x1p-20));
#ifdef __CUDA_ARCH__
  const auto bits = static_cast<std::uint64_t>(__double_as_longlong(ratio));
#else
  std::uint64_t bits;
  __builtin_memcpy(&bits, &ratio, sizeof(bits));
#endif
  return (static_cast<int>(bits >> 52) - 1023) >> 1;  // of the root, rounded down
}

/// What is known of one modulus at compile time.
template <int Index>
struct Modulus {
  static constexpr unsigned value = modulus_at(Index);
  /// ceil(2^32 / value): the high half of its product with any x < 2^24 is x / value, rounded down.
  static constexpr unsigned reciprocal = static_cast<unsigned>(((std::uint64_t{1} << 32) - 1) / value + 1);

  /// The residues of 256^first ... 256^(first + 3), a byte each.
  static constexpr std::uint32_t powers(int first) {
    std::uint32_t packed = 0;
    unsigned power = 1;
    for (int i = 0; i < first + 4; ++i) {
      if (i >= first) packed |= power << (8 * (i - first));
      power = power * 256 % value;
    }
    return packed;
  }
  static constexpr std::uint32_t low_powers = powers(0), high_powers = powers(4);
  /// The residue of -2^63, which a bias has added.
  static constexpr unsigned bias_back = (value - (std::uint64_t{1} << 63) % value) % value;
};

template <int Index, class Function>
WARP_JUDGE_BOTH_SIDES inline void for_each_modulus_from(Function& function) {
  if constexpr (Index < modulus_count) {
    function(Modulus<Index>{});
    for_each_modulus_from<Index + 1>(function);
  }
}

/// Calls function(Modulus<0>{}), function(Modulus<1>{}) ...
template <class Function>
WARP_JUDGE_BOTH_SIDES inline void for_each_modulus(Function function) {
  for_each_modulus_from<0>(function);
}

/// sum + the products of the four bytes of x and y.
WARP_JUDGE_BOTH_SIDES inline std::uint32_t add_byte_products(std::uint32_t x, std::uint32_t y,
                                                             std::uint32_t sum) {
#ifdef __CUDA_ARCH__
  return __dp4a(x, y, sum);
#else
  for (int i = 0; i < 32; i += 8) sum += (x >> i & 0xFF) * (y >> i & 0xFF);
  return sum;
#endif
}

WARP_JUDGE_BOTH_SIDES inline std::uint32_t high_half_of_product(std::uint32_t x, std::uint32_t y) {
#ifdef __CUDA_ARCH__
  return __umulhi(x, y);
#else
  return static_cast<std::uint32_t>(std::uint64_t{x} * y >> 32);
#endif
}

/// An integer, to be taken modulo several numbers.
struct BiasedInteger {
  std::uint32_t low, high;
};
WARP_JUDGE_BOTH_SIDES inline BiasedInteger biased(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value) ^ std::uint64_t{1} << 63;
  return {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
}

/// The residue, in [0, modulus). The sum of eight bytes times residues is less than 2^20.
template <class OneModulus>
WARP_JUDGE_BOTH_SIDES inline std::uint32_t residue(BiasedInteger x, OneModulus) {
  if constexpr (OneModulus::value == 256) return x.low & 0xFF;
  std::uint32_t sum = add_byte_products(x.high, OneModulus::high_powers, OneModulus::bias_back);
  sum = add_byte_products(x.low, OneModulus::low_powers, sum);
  return sum - high_half_of_product(sum, OneModulus::reciprocal) * OneModulus::value;
}

/// The residue of a sum of products of residues; `reciprocal` is floor((2^32 - 1) / modulus).
WARP_JUDGE_BOTH_SIDES inline std::uint32_t reduced(std::uint32_t sum, std::uint32_t modulus,
                                                   std::uint32_t reciprocal) {
  const std::uint32_t rest = sum - high_half_of_product(sum, reciprocal) * modulus;  // below 2 modulus
  return rest < rest - modulus ? rest : rest - modulus;                              // unsigned: wraps around
}

}  // namespace kernels::hopper
