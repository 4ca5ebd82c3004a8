#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "kernels/matmul/tile_parts.hpp"

namespace kernels::hopper {

/// A shape of tiles for small products, and what an H100 takes for it. `alone_us` and `shared_us` are for a slice of a
/// block: when the multiprocessor has no other, and when it is busy; `start_us` is the rest of a call. `a_transposed`:
/// beforehand, so that the copy engine brings both factors.
struct TileKind {
  int rows, columns, thread_rows, thread_columns, blocks_at_once;
  bool a_transposed;
  double alone_us, shared_us, start_us;
};
inline constexpr std::array<TileKind, 5> tile_kinds = {{
    {64, 128, 8, 8, 3, false, 0.0377, 0.943, 2.6},
    {64, 64, 4, 8, 5, false, 0.623, 0.419, 2.5},
    {32, 64, 4, 8, 8, false, 0.283, 0.227, 3.92},
    {32, 32, 4, 4, 8, false, 0.256, 0.128, 2.07},
    {64, 64, 4, 8, 5, true, 0.00144, 0.383, 7.43},
}};
constexpr double cluster_us = 0.236;            ///< of adding parts
constexpr double cluster_part_us = 0.234;       ///< of each part, for every round of blocks
constexpr double uneven_blocks = 0.391;         ///< more on some multiprocessors where clusters have 8 blocks
constexpr double copied_element_us = 0.889e-6;  ///< beforehand
constexpr double unaligned_factor = 1.18;       ///< of the time of slices that all come element by element
constexpr std::size_t slice_depth = 16;         ///< of all kinds
constexpr std::size_t largest_cluster = 8;      ///< that every GPU of compute capability 9.0 has

/// How a product is cut: tiles of one kind, in parts of which as many as a cluster has blocks.
struct TilePlan {
  std::size_t kind;
  TileParts parts;
};

/// All tiles of one of `kinds` for a product of m x k and k x n, in up to `parts` parts.
template <class Kinds>
TilePlan plan_of(const Kinds& kinds, std::size_t kind, std::size_t m, std::size_t k, std::size_t n,
                 std::size_t parts) {
  const auto rows = static_cast<std::size_t>(kinds.at(kind).rows);
  const auto columns = static_cast<std::size_t>(kinds.at(kind).columns);
  const std::size_t tiles = (m + rows - 1) / rows * ((n + columns - 1) / columns);
  return {kind, split_tiles(tiles, 0, std::min(parts, largest_cluster), (k + slice_depth - 1) / slice_depth)};
}

/// The slices of the sum that a block of a plan computes.
inline std::size_t slices_of_block(const TilePlan& plan, std::size_t k) {
  return plan.parts.parts == 1 ? (k + slice_depth - 1) / slice_depth : plan.parts.slices;
}

/// The time of a slice of each of `blocks` blocks on one multiprocessor, which takes rounds of as many as it has room for: a
/// round takes about as long as one block does alone, or as all their work, whichever is longer, and more where both are
/// equal.
template <class Kind>
double rounds_us(const Kind& kind, double blocks) {
  const double at_once = kind.blocks_at_once, rounds = std::floor(blocks / at_once);
  const auto round = [&](double count) {
    return count > 0 ? std::hypot(kind.alone_us, count * kind.shared_us) : 0;
  };
  return rounds * round(at_once) + round(blocks - rounds * at_once);
}

/// The plan of the least `estimated_us(plan)`, among all kinds and numbers of parts.
template <class Kinds, class Estimate>
TilePlan least_plan(const Kinds& kinds, std::size_t m, std::size_t k, std::size_t n, Estimate estimated_us) {
  TilePlan best{};
  double least_us = std::numeric_limits<double>::infinity();
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    for (std::size_t parts = 1; parts <= largest_cluster; ++parts) {
      const TilePlan plan = plan_of(kinds, kind, m, k, n, parts);
      const double us = estimated_us(plan);
      if (us >= least_us) continue;
      best = plan;
      least_us = us;
    }
  }
  return best;
}

/// Fitted to times on an H100. `b_aligned`: it need not be copied.
inline double estimated_us(const TilePlan& plan, std::size_t m, std::size_t k, std::size_t n, bool b_aligned,
                           std::size_t processors) {
  const TileKind& kind = tile_kinds.at(plan.kind);
  const TileParts& parts = plan.parts;
  const double more_parts = parts.parts - 1.0;
  const auto even = static_cast<double>((parts.blocks() + processors - 1) / processors);
  const double blocks = even + uneven_blocks * more_parts / (largest_cluster - 1);
  double rest_us = kind.start_us;
  if (parts.parts > 1) {
    rest_us += cluster_us + cluster_part_us * parts.parts * std::max(1.0, even / kind.blocks_at_once);
  }
  if (kind.a_transposed) rest_us += copied_element_us * static_cast<double>(m * k + (b_aligned ? 0 : k * n));
  const double factor = kind.a_transposed || b_aligned ? 1 : unaligned_factor;
  return rest_us + factor * static_cast<double>(slices_of_block(plan, k)) * rounds_us(kind, blocks);
}

/// How gpu-register-tiles cuts a small product.
inline TilePlan plan_small(std::size_t m, std::size_t k, std::size_t n, bool b_aligned,
                           std::size_t processors) {
  return least_plan(tile_kinds, m, k, n,
                    [&](const TilePlan& plan) { return estimated_us(plan, m, k, n, b_aligned, processors); });
}

}  // namespace kernels::hopper
