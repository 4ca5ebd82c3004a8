#pragma once

#include <cstdint>

#include "kernels/largest_prime/montgomery.hpp"

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
      : number_(number), modulo_(number), one_(modulo_.one()) {
    twos_ = trailing_zeros(number - 1);
  }

  __device__ bool passes_base_two() const {
    const std::uint64_t exponent = (number_ - 1) >> twos_;
    std::uint64_t value = one_;
    for (int bit = 63 - leading_zeros(exponent); bit >= 0; --bit) {
      value = modulo_.product(value, value);
      if (exponent >> bit & 1) value = modulo_.sum(value, value);
    }
    return is_strong(value);
  }

  __device__ bool passes(std::uint32_t base) const {
    // 2^64 in Montgomery's representation, from 2 by squaring six times; it brings the base there.
    std::uint64_t to_representation = modulo_.sum(one_, one_);
    for (int k = 0; k < 6; ++k) to_representation = modulo_.product(to_representation, to_representation);
    const std::uint64_t first = modulo_.product(base, to_representation);
    if (first == 0) return true;  // says nothing about a number that divides the base
    const std::uint64_t second = modulo_.product(first, first), third = modulo_.product(second, first);

    const std::uint64_t exponent = (number_ - 1) >> twos_;
    std::uint64_t value = one_;
    for (int bits = (63 - leading_zeros(exponent)) & ~1; bits >= 0; bits -= 2) {
      value = modulo_.product(value, value);
      value = modulo_.product(value, value);
      const auto digit = static_cast<unsigned>(exponent >> bits & 3);
      value = modulo_.product(value, digit == 0 ? one_ : digit == 1 ? first : digit == 2 ? second : third);
    }
    return is_strong(value);
  }

 private:
  /// `value`: the base to the odd part of number - 1. Whether it is 1, or becomes -1 by squaring.
  __device__ bool is_strong(std::uint64_t value) const {
    const std::uint64_t minus_one = number_ - one_;
    bool strong = value == one_ || value == minus_one;
    for (int squarings = 1; squarings < twos_ && !strong; ++squarings) {
      value = modulo_.product(value, value);
      strong = value == minus_one;
    }
    return strong;
  }

  std::uint64_t number_;
  Montgomery modulo_;
  std::uint64_t one_;
  int twos_;
};

}  // namespace kernels
