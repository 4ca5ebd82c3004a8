#pragma once

#include <cstdint>

#include "kernels/largest_prime/montgomery.hpp"

namespace kernels {

/// The odd numbers below a bound, downwards, without the
/// multiples of the odd primes up to 241: one in five is left.
///
/// A mask of 64 odd numbers is sieved at once, with no branch that depends on the number: a core would guess
/// half of them wrongly, and the 32 threads of a warp, dividing one candidate after the other, would all wait
/// for the unluckiest.
class Candidates {
 public:
  /// Bounds up to this are not for this class, which would strike the small primes themselves.
  static constexpr std::uint64_t too_small = 1000;
  /// Remaining numbers below this are prime: it is the square of the smallest prime that is not struck with.
  static constexpr std::uint64_t certain_below = 251 * 251;

  WARP_JUDGE_BOTH_SIDES explicit Candidates(std::uint64_t bound)
      : top_(((bound - 2) | 1) + mask_numbers), left_(0) {}

  /// Precondition: at most seven of those before were prime. (Were more, the odd numbers could run out here.)
  WARP_JUDGE_BOTH_SIDES std::uint64_t next() {
    while (left_ == 0) {
      top_ -= mask_numbers;
      left_ = ~struck_below(top_);
    }
    const auto place = static_cast<unsigned>(trailing_zeros(left_));
    left_ &= left_ - 1;
    return top_ - 2 * place;
  }

 private:
  static constexpr std::uint64_t mask_numbers = 2 * 64;

  static WARP_JUDGE_BOTH_SIDES std::uint64_t struck_below(std::uint64_t top) {
    // Takes one 64-bit remainder for each product that fits in 32 bits, and then 32-bit remainders.
    return struck_by<3, 5, 7, 11, 13, 17, 19, 23, 29>(top) | struck_by<31, 37, 41, 43, 47>(top) |
           struck_by<53, 59, 61, 67, 71>(top) | struck_by<73, 79, 83, 89, 97>(top) |
           struck_by<101, 103, 107, 109>(top) | struck_by<113, 127, 131, 137>(top) |
           struck_by<139, 149, 151, 157>(top) | struck_by<163, 167, 173, 179>(top) |
           struck_by<181, 191, 193, 197>(top) | struck_by<199, 211, 223, 227>(top) |
           struck_by<229, 233, 239, 241>(top);
  }

  /// Bit k: whether one of the primes divides top - 2 k = 2 (top / 2 - k) + 1: whether k and top / 2 + 1 / 2 have
  /// the same remainder. Half of product + 1 is 1 / 2, modulo each of them.
  template <std::uint64_t... primes>
  static WARP_JUDGE_BOTH_SIDES std::uint64_t struck_by(std::uint64_t top) {
    constexpr std::uint64_t product = (primes * ...);
    static_assert(product < std::uint64_t{1} << 32);
    const auto remainder = static_cast<std::uint32_t>((top / 2 + (product + 1) / 2) % product);
    return (multiples<primes>(remainder) | ...);
  }

  template <std::uint32_t prime>
  static WARP_JUDGE_BOTH_SIDES std::uint64_t multiples(std::uint32_t product_remainder) {
    const std::uint32_t first = product_remainder % prime;
    if constexpr (prime >= 64) return std::uint64_t{first < 64} << first % 64;
    return every<prime>() << first;
  }

  /// Bits 0, prime, 2 prime, ...
  template <std::uint32_t prime>
  static WARP_JUDGE_BOTH_SIDES constexpr std::uint64_t every() {
    std::uint64_t bits = 0;
    for (std::uint32_t k = 0; k < 64; k += prime) bits |= std::uint64_t{1} << k;
    return bits;
  }

  std::uint64_t top_;
  std::uint64_t left_;  ///< bit k: top - 2 k has not been returned yet
};

/// Finds it by division; for bounds up to Candidates::too_small.
WARP_JUDGE_BOTH_SIDES inline std::uint64_t largest_prime_below_small(std::uint32_t bound) {
  if (bound <= 3) return bound == 3 ? 2 : 0;
  std::uint32_t number = (bound - 2) | 1;
  for (std::uint32_t divisor = 3; divisor * divisor <= number;) {
    if (number % divisor == 0) {
      number -= 2;
      divisor = 3;
    } else {
      divisor += 2;
    }
  }
  return number;
}

}  // namespace kernels
