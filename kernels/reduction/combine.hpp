#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "kernels/reduction/reduction.hpp"

namespace kernels {

/// The result of two parts from the parts' results. Every reduction is associative and commutative, so any
/// parts will do. Sums wrap. Precondition for products: both are in [0, reduction_modulus).
inline std::int64_t combine(std::int64_t left, std::int64_t right, Reduction reduction) {
  switch (reduction) {
    case Reduction::sum:
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(left) + static_cast<std::uint64_t>(right));
    case Reduction::product:
      return left * right % reduction_modulus;
    case Reduction::min:
      return std::min(left, right);
    case Reduction::max:
      return std::max(left, right);
  }
  throw std::invalid_argument("combine: not a Reduction");
}

}  // namespace kernels
