#pragma once

#include <cstdint>

#include "kernels/common/both_sides.hpp"

namespace kernels {

__extension__ using Uint128 = unsigned __int128;

WARP_JUDGE_BOTH_SIDES inline std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
#ifdef __CUDA_ARCH__
  return __umul64hi(a, b);
#else
  return static_cast<std::uint64_t>(static_cast<Uint128>(a) * b >> 64);
#endif
}

/// The number of trailing zeros of a number other than 0.
WARP_JUDGE_BOTH_SIDES inline int trailing_zeros(std::uint64_t number) {
#ifdef __CUDA_ARCH__
  return __ffsll(static_cast<long long>(number)) - 1;
#else
  return __builtin_ctzll(number);
#endif
}

/// The number of leading zeros of such a number.
WARP_JUDGE_BOTH_SIDES inline int leading_zeros(std::uint64_t number) {
#ifdef __CUDA_ARCH__
  return __clzll(static_cast<long long>(number));
#else
  return __builtin_clzll(number);
#endif
}

/// The inverse of an odd number modulo 2^64: Newton's iteration doubles the number of correct bits, starting
/// with 5.
WARP_JUDGE_BOTH_SIDES constexpr std::uint64_t inverse_of(std::uint64_t odd) {
  std::uint64_t inverse = 3 * odd ^ 2;
  for (int bits = 5; bits < 64; bits *= 2) inverse *= 2 - odd * inverse;
  return inverse;
}

/// Arithmetic modulo an odd number without division: values stand for themselves times 2^64, and are below
/// the modulus, which may have all 64 bits (P. L. Montgomery, "Modular multiplication without trial
/// division", Mathematics of Computation 44, 1985).
class Montgomery {
 public:
  WARP_JUDGE_BOTH_SIDES explicit Montgomery(std::uint64_t modulus)
      : modulus_(modulus), inverse_(inverse_of(modulus)) {}

  /// 1 in this representation. It takes a division.
  WARP_JUDGE_BOTH_SIDES std::uint64_t one() const { return (0 - modulus_) % modulus_; }

#ifndef __CUDA_ARCH__
  /// The representation of `number`. It takes one division, or two for a number above the modulus.
  std::uint64_t of(std::uint64_t number) const {
    if (number >= modulus_) number %= modulus_;
#ifdef __x86_64__
    std::uint64_t quotient, remainder;  // the compiler would call a function that handles all cases
    asm("divq %4" : "=a"(quotient), "=d"(remainder) : "a"(0), "d"(number), "r"(modulus_) : "cc");
    return remainder;
#else
    return static_cast<std::uint64_t>((static_cast<Uint128>(number) << 64) % modulus_);
#endif
  }
#endif

  WARP_JUDGE_BOTH_SIDES std::uint64_t product(std::uint64_t a, std::uint64_t b) const {
    const Uint128 wide =
        static_cast<Uint128>(a) * b;  // gcc makes two multiplications of `a * b` and a high_product
    return reduced(static_cast<std::uint64_t>(wide >> 64), static_cast<std::uint64_t>(wide));
  }

  /// a * b - c: takes one addition longer than the product, because the part above 2^64 is ready before the
  /// rest.
  WARP_JUDGE_BOTH_SIDES std::uint64_t product_less(std::uint64_t a, std::uint64_t b, std::uint64_t c) const {
    const Uint128 wide = static_cast<Uint128>(a) * b;
    const std::uint64_t high = difference(static_cast<std::uint64_t>(wide >> 64), c);
    const std::uint64_t less = high_product(static_cast<std::uint64_t>(wide) * inverse_, modulus_);
    std::uint64_t raised = high + modulus_;
#ifndef __CUDA_ARCH__
    asm("" : "+r"(raised));  // or the compiler adds the modulus last, when all else waits for it
#endif
    return high >= less ? high - less : raised - less;
  }

  /// value / 2^count modulo the modulus, for a count below 64.
  WARP_JUDGE_BOTH_SIDES std::uint64_t shifted(std::uint64_t value, int count) const {
    return reduced(value >> count, value << 1 << (63 - count));
  }

  WARP_JUDGE_BOTH_SIDES std::uint64_t sum(std::uint64_t a, std::uint64_t b) const {
    const std::uint64_t missing = modulus_ - b;
    return a >= missing ? a - missing : a + b;
  }

  /// The value that a representation stands for; the modulus instead of 0.
  WARP_JUDGE_BOTH_SIDES std::uint64_t meaning(std::uint64_t value) const {
    return modulus_ - high_product(value * inverse_, modulus_);
  }

 private:
  WARP_JUDGE_BOTH_SIDES std::uint64_t difference(std::uint64_t a, std::uint64_t b) const {
    return a >= b ? a - b : a - b + modulus_;
  }

  /// (high * 2^64 + low) / 2^64. The low words of that and of quotient * modulus agree, so their difference
  /// is that of the high words. This form has no carry to lose, even for a modulus just below 2^64.
  WARP_JUDGE_BOTH_SIDES std::uint64_t reduced(std::uint64_t high, std::uint64_t low) const {
    return difference(high, high_product(low * inverse_, modulus_));
  }

  std::uint64_t modulus_, inverse_;
};

}  // namespace kernels
