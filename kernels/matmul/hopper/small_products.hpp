#pragma once

#include <algorithm>

#include "kernels/matmul/hopper/tile_plan.hpp"
#include "kernels/matmul/register_tiles.hpp"

namespace kernels::hopper {

/// Whether a product is small enough for clusters, and not empty. On an H100 it is of n = 1500, and not of 1600; sums
/// that are long for the size of c are cut better by tile_parts.hpp.
inline bool clusters_pay(MatrixView<const float> a, MatrixView<const float> b) {
  constexpr double most_products = 3.4e9;
  const auto m = static_cast<double>(a.rows), k = static_cast<double>(a.columns),
             n = static_cast<double>(b.columns);
  return m * k * n > 0 && m * k * n <= most_products && k <= 2 * std::min(m, n) && std::max(m, n) <= 1e9;
}

/// kernels::multiply_register_tiles for compute capability 9.0: c = a b, or c += a b, cut as `plan` says. b's rows and
/// columns are fewer than 2^30, and not none.
void multiply_small(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c, Into into,
                    const TilePlan& plan, GpuStream stream);

}  // namespace kernels::hopper
