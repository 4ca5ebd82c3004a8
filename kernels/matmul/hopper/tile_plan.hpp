#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

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

/// All tiles of a kind for a product of m x k and k x n, in up to `parts` parts.
inline TilePlan plan_of(std::size_t kind, std::size_t m, std::size_t k, std::size_t n, std::size_t parts) {
  const auto rows = static_cast<std::size_t>(tile_kinds.at(kind).rows);
  const auto columns = static_cast<std::size_t>(tile_kinds.at(kind).columns);
  const std::size_t tiles = (m + rows - 1) / rows * ((n + columns - 1) / columns);
  return {kind, split_tiles(tiles, 0, std::min(parts, largest_cluster), (k + slice_depth - 1) / slice_depth)};
}

/// Fitted to times on an H100: multiprocessors take rounds of as many blocks as they have room for; a round takes about as
/// long as one block does alone, or as all their work, whichever is longer, and more where both are equal. `b_aligned`: it
/// need not be copied.
inline double estimated_us(const TilePlan& plan, std::size_t m, std::size_t k, std::size_t n, bool b_aligned,
                           std::size_t processors) {
  const TileKind& kind = tile_kinds.at(plan.kind);
  const TileParts& parts = plan.parts;
  const std::size_t slices = parts.parts == 1 ? (k + slice_depth - 1) / slice_depth : parts.slices;
  const double at_once = kind.blocks_at_once, more_parts = parts.parts - 1.0;
  const auto even = static_cast<double>((parts.blocks() + processors - 1) / processors);
  const double blocks = even + uneven_blocks * more_parts / (largest_cluster - 1);
  const auto round = [&](double count) {
    return count > 0 ? std::hypot(kind.alone_us, count * kind.shared_us) : 0;
  };
  const double rounds = std::floor(blocks / at_once);
  double rest_us = kind.start_us;
  if (parts.parts > 1) rest_us += cluster_us + cluster_part_us * parts.parts * std::max(1.0, even / at_once);
  if (kind.a_transposed) rest_us += copied_element_us * static_cast<double>(m * k + (b_aligned ? 0 : k * n));
  const double factor = kind.a_transposed || b_aligned ? 1 : unaligned_factor;
  return rest_us +
         factor * static_cast<double>(slices) * (rounds * round(at_once) + round(blocks - rounds * at_once));
}

/// The plan of the least estimated time.
inline TilePlan plan_small(std::size_t m, std::size_t k, std::size_t n, bool b_aligned,
                           std::size_t processors) {
  TilePlan best = plan_of(0, m, k, n, 1);
  double least_us = estimated_us(best, m, k, n, b_aligned, processors);
  for (std::size_t kind = 0; kind < tile_kinds.size(); ++kind) {
    for (std::size_t parts = 1; parts <= largest_cluster; ++parts) {
      const TilePlan plan = plan_of(kind, m, k, n, parts);
      const double us = estimated_us(plan, m, k, n, b_aligned, processors);
      if (us >= least_us) continue;
      best = plan;
      least_us = us;
    }
  }
  return best;
}

}  // namespace kernels::hopper
