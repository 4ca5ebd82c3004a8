#pragma once

#include <cstdint>

namespace kernels {

/// The odd numbers below a bound, downwards, without the
/// multiples of the odd primes up to 241: one in five is left.
///
/// A mask of 64 odd numbers is sieved at once, with no branch that depends
/// on the number, so that the 32 threads of a warp stay together; dividing
/// one candidate after the other they would all wait for the unluckiest.
class Candidates {
 public:
  /// Bounds up to this are not for this class: it would strike the small primes themselves.
  static constexpr std::uint64_t too_small = 1000;

  __device__ explicit Candidates(std::uint64_t bound) : top_(((bound - 2) | 1) + mask_numbers), left_(0) {}

  /// Precondition: none of those before was prime. (Were one, the odd numbers could run out here.)
  __device__ std::uint64_t next() {
    while (left_ == 0) {
      top_ -= mask_numbers;
      left_ = ~struck_below(top_);
    }
    const auto place = static_cast<unsigned>(__ffsll(static_cast<long long>(left_)) - 1);
    left_ &= left_ - 1;
    return top_ - 2 * place;
  }

 private:
  static constexpr std::uint64_t mask_numbers = 2 * 64;

  static __device__ std::uint64_t struck_below(std::uint64_t top) {
    // One remainder of 64 bits for each product that fits 32 bits, and then remainders of 32 bits.
    return struck_by<3, 5, 7, 11, 13, 17, 19, 23, 29>(top) | struck_by<31, 37, 41, 43, 47>(top) |
           struck_by<53, 59, 61, 67, 71>(top) | struck_by<73, 79, 83, 89, 97>(top) |
           struck_by<101, 103, 107, 109>(top) | struck_by<113, 127, 131, 137>(top) |
           struck_by<139, 149, 151, 157>(top) | struck_by<163, 167, 173, 179>(top) |
           struck_by<181, 191, 193, 197>(top) | struck_by<199, 211, 223, 227>(top) |
           struck_by<229, 233, 239, 241>(top);
  }

  /// Bit k: whether one of the primes divides top - 2 k.
  template <std::uint64_t... primes>
  static __device__ std::uint64_t struck_by(std::uint64_t top) {
    constexpr std::uint64_t product = (primes * ...);
    static_assert(product < std::uint64_t{1} << 32);
    const auto remainder = static_cast<std::uint32_t>(top % product);
    return (multiples<primes>(remainder) | ...);
  }

  template <std::uint32_t prime>
  static __device__ std::uint64_t multiples(std::uint32_t product_remainder) {
    const std::uint32_t remainder = product_remainder % prime;
    const std::uint32_t first = (remainder % 2 == 0 ? remainder : remainder + prime) / 2;  // 2 first = top
    if constexpr (prime >= 64) return first < 64 ? std::uint64_t{1} << first : 0;
    return every<prime>() << first;
  }

  /// Bits 0, prime, 2 prime, ...
  template <std::uint32_t prime>
  static constexpr __device__ std::uint64_t every() {
    std::uint64_t bits = 0;
    for (std::uint32_t k = 0; k < 64; k += prime) bits |= std::uint64_t{1} << k;
    return bits;
  }

  std::uint64_t top_;
  std::uint64_t left_;  ///< bit k: top - 2 k is still to come
};

}  // namespace kernels
