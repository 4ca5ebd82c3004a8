#pragma once

#include "kernels/matmul/hopper/tile_plan.hpp"

namespace kernels::hopper {

/// A shape of tiles for float64_products.cu, whose warps compute warp_rows x warp_columns, and what an H200 takes for it:
/// as in TileKind.
struct Float64Kind {
  int rows, columns, warp_rows, warp_columns, blocks_at_once;
  double alone_us, shared_us, start_us;
};
inline constexpr std::array<Float64Kind, 5> float64_kinds = {{
    {128, 64, 64, 32, 2, 0.422, 0.566, 2.58},
    {64, 64, 32, 32, 3, 0.351, 0.294, 2.20},
    {64, 64, 16, 32, 2, 0.256, 0.301, 1.19},
    {64, 32, 16, 16, 3, 0.172, 0.166, 1.79},
    {32, 32, 16, 16, 6, 0.187, 0.0989, 1.78},
}};
constexpr double float64_cluster_us = 1.09;       ///< of adding parts
constexpr double float64_part_us = 0.486 / 4096;  ///< of each element of a part, for every round of blocks
constexpr double float64_uneven_blocks = 1.86;  ///< more on some multiprocessors where clusters have 8 blocks
constexpr std::size_t float64_even_parts = 2;   ///< which share out evenly

/// Fitted to times on an H200: of 30 shapes from 128 to 8192, what it chooses takes 1.5% longer on average than the best of
/// all kinds and parts, 9% at most. Of more tiles than two rounds of blocks, the last round is not worth parts.
inline double estimated_float64_us(const TilePlan& plan, std::size_t k, std::size_t processors) {
  const Float64Kind& kind = float64_kinds.at(plan.kind);
  const TileParts& parts = plan.parts;
  const std::size_t two_rounds = 2 * static_cast<std::size_t>(kind.blocks_at_once) * processors;
  if (parts.parts > 1 && parts.tiles > two_rounds) return std::numeric_limits<double>::infinity();
  const auto even = static_cast<double>((parts.blocks() + processors - 1) / processors);
  const double odd_parts = std::max(0.0, static_cast<double>(parts.parts) - float64_even_parts);
  const double blocks = even + float64_uneven_blocks * odd_parts / (largest_cluster - float64_even_parts);
  double rest_us = kind.start_us;
  if (parts.parts > 1) {
    const double elements = static_cast<double>(kind.rows) * kind.columns * parts.parts;
    rest_us += float64_cluster_us + float64_part_us * elements * std::max(1.0, even / kind.blocks_at_once);
  }
  return rest_us + static_cast<double>(slices_of_block(plan, k)) * rounds_us(kind, blocks);
}

/// How float64_products.cu cuts a product.
inline TilePlan plan_float64(std::size_t m, std::size_t k, std::size_t n, std::size_t processors) {
  return least_plan(float64_kinds, m, k, n,
                    [&](const TilePlan& plan) { return estimated_float64_us(plan, k, processors); });
}

}  // namespace kernels::hopper
