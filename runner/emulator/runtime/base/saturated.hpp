#pragma once

#include <cstddef>
#include <limits>

namespace cuda_emulator {

/// The number of bytes of so many things; where that is too large for a number, the largest, which no memory has.
constexpr std::size_t saturated_product(std::size_t one, std::size_t other) {
  std::size_t product = 0;
  return __builtin_mul_overflow(one, other, &product) ? std::numeric_limits<std::size_t>::max() : product;
}

}  // namespace cuda_emulator
