#pragma once

#include <cstddef>

namespace kernels::hopper {

/// Which of a product's sizes is so small that a pass over a beforehand, as for the copy engine, takes longer than it saves.
enum class FlatShape { short_sum, narrow, low, other };

/// The kind of a product of m x k and k x n. The bounds are those of 200 shapes that were measured on an H200
/// (laboratory/results/nvidia-h200-shapes.json).
inline FlatShape flat_shape(std::size_t m, std::size_t k, std::size_t n) {
  constexpr std::size_t shortest_long_sum = 128, large_side = 1024, flat = 64;
  if (k < shortest_long_sum && m >= large_side && n >= large_side) return FlatShape::short_sum;
  constexpr double least_products = 2e8, most_low_products = 4e8;
  const auto products = static_cast<double>(m) * static_cast<double>(k) * static_cast<double>(n);
  if (products < least_products) return FlatShape::other;
  if (n <= flat && m >= large_side) return FlatShape::narrow;
  if (m <= flat && n >= large_side && products < most_low_products) return FlatShape::low;
  return FlatShape::other;
}

}  // namespace kernels::hopper
