#pragma once

#include <algorithm>

#include "kernels/matmul/hopper/stream_k.hpp"
#include "kernels/matmul/hopper/tile_plan.hpp"
#include "kernels/matmul/register_tiles.hpp"

namespace kernels::hopper {

/// Whether a product, which is not empty, is small enough for clusters, or c is. Larger ones are for stream_k.hpp.
inline bool clusters_pay(std::size_t m, std::size_t k, std::size_t n) {
  constexpr double most_products = 7e8;
  constexpr std::size_t most = 1'000'000'000;
  const bool small = static_cast<double>(m) * static_cast<double>(k) * static_cast<double>(n) < most_products;
  return (small || stream_k_tiles(m, n) < least_stream_k_tiles) && std::max({m, k, n}) <= most;
}

/// kernels::multiply_register_tiles for compute capability 9.0: c = a b, or c += a b, cut as `plan` says. b's rows and
/// columns are fewer than 2^30, and not none.
void multiply_small(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c, Into into,
                    const TilePlan& plan, GpuStream stream);

}  // namespace kernels::hopper
