#pragma once

#include <cstdint>

namespace kernels {

/// The strong probable-prime test of one odd number, to any base: see largest_prime_cpu_miller_rabin.cpp.
///
/// Products are Montgomery's, with the high half of a 64 x 64-bit product by __umul64hi: some 36
/// instructions. Exponents are read from the highest bit down, so that a multiplication is by the base
/// itself: to base 2 that is a doubling, to any other two bits are taken at once, as a product by 1, a, a^2
/// or a^3, which every thread of a warp takes alike.
class StrongTest {
 public:
  __device__ explicit StrongTest(std::uint64_t number)
      : number_(number), inverse_(inverse_of(number)), one_((0 - number) % number) {
    twos_ = __ffsll(static_cast<long long>(number - 1)) - 1;
  }

  __device__ bool passes_base_two() const {
    const std::uint64_t exponent = (number_ - 1) >> twos_;
    std::uint64_t value = one_;
    for (int bit = 63 - __clzll(static_cast<long long>(exponent)); bit >= 0; --bit) {
      value = product(value, value);
      if (exponent >> bit & 1) value = twice(value);
    }
    return is_strong(value);
  }

  __device__ bool passes(std::uint32_t base) const {
    // 2^64 in Montgomery's representation, from 2 by squaring six times; it brings the base there.
    std::uint64_t to_representation = twice(one_);
    for (int k = 0; k < 6; ++k) to_representation = product(to_representation, to_representation);
    const std::uint64_t first = product(base, to_representation);
    if (first == 0) return true;  // says nothing about a number that divides the base
    const std::uint64_t second = product(first, first), third = product(second, first);

    const std::uint64_t exponent = (number_ - 1) >> twos_;
    std::uint64_t value = one_;
    for (int bits = (63 - __clzll(static_cast<long long>(exponent))) & ~1; bits >= 0; bits -= 2) {
      value = product(value, value);
      value = product(value, value);
      const auto digit = static_cast<unsigned>(exponent >> bits & 3);
      value = product(value, digit == 0 ? one_ : digit == 1 ? first : digit == 2 ? second : third);
    }
    return is_strong(value);
  }

 private:
  static __device__ std::uint64_t inverse_of(std::uint64_t odd) {
    std::uint64_t inverse = 3 * odd ^ 2;  // five bits are right; each step doubles them
    for (int step = 0; step < 4; ++step) inverse *= 2 - odd * inverse;
    return inverse;
  }

  __device__ std::uint64_t product(std::uint64_t a, std::uint64_t b) const {
    const std::uint64_t high = __umul64hi(a, b);
    const std::uint64_t subtracted = __umul64hi(a * b * inverse_, number_);
    return high >= subtracted ? high - subtracted : high - subtracted + number_;
  }

  __device__ std::uint64_t twice(std::uint64_t value) const {
    const std::uint64_t missing = number_ - value;
    return value >= missing ? value - missing : value + value;
  }

  /// `value`: the base to the odd part of number - 1. Whether it is 1, or becomes -1 by squaring.
  __device__ bool is_strong(std::uint64_t value) const {
    const std::uint64_t minus_one = number_ - one_;
    bool strong = value == one_ || value == minus_one;
    for (int squarings = 1; squarings < twos_ && !strong; ++squarings) {
      value = product(value, value);
      strong = value == minus_one;
    }
    return strong;
  }

  std::uint64_t number_, inverse_, one_;
  int twos_;
};

}  // namespace kernels
