#pragma once

// How fused_products.cu cuts a single product, by the least time estimated. The constants are fitted to 1,968 times of 82
// shapes on an H200.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace kernels::hopper {

/// A shape of tiles, and what an H200 takes for a slice of it: `alone_us` when a multiprocessor has no other block, and
/// `shared_us` for each when it is busy.
struct FusedKind {
  int rows, columns, blocks_at_once;
  double alone_us, shared_us;
};
inline constexpr std::array<FusedKind, 3> fused_kinds = {{
    {128, 64, 2, 0.871, 0.784},
    {64, 64, 4, 1.01, 0.372},
    {64, 96, 3, 1.22, 0.526},
}};
inline constexpr std::size_t fused_depth = 32;           ///< of a slice
inline constexpr std::size_t largest_fused_cluster = 8;  ///< that every GPU of compute capability 9.0 has

/// Tiles of one kind, each by a cluster of `parts` blocks, of which each has so many slices of the sum.
struct FusedPlan {
  std::size_t kind, parts, part_slices;
  double us;
};

/// The plan of the least estimated time for a product of m x k and k x n, all positive. `aligned`: the rows of the first
/// factor and of the product can be accessed in vectors. `clusters_at_once(kind, parts)`: how many the GPU has room for.
template <class Clusters>
FusedPlan plan_fused(std::size_t m, std::size_t k, std::size_t n, bool aligned, std::size_t processors,
                     Clusters clusters_at_once) {
  constexpr double unaligned_factor = 1.17;
  constexpr double other_slices = 1.87;  // what a block does besides its slices, in their time
  const std::size_t slices = (k + fused_depth - 1) / fused_depth;
  FusedPlan best{};
  for (std::size_t index = 0; index < fused_kinds.size(); ++index) {
    const FusedKind& kind = fused_kinds.at(index);
    const auto rows = static_cast<std::size_t>(kind.rows), columns = static_cast<std::size_t>(kind.columns);
    const std::size_t tiles = (m + rows - 1) / rows * ((n + columns - 1) / columns);
    const auto round_us = [&](std::size_t blocks) {
      return blocks == 0 ? 0 : std::hypot(kind.alone_us, static_cast<double>(blocks) * kind.shared_us);
    };
    const auto at_once = static_cast<std::size_t>(kind.blocks_at_once);
    for (std::size_t wanted = 1; wanted <= std::min(largest_fused_cluster, slices); ++wanted) {
      const std::size_t part_slices = (slices + wanted - 1) / wanted;
      const std::size_t parts = (slices + part_slices - 1) / part_slices;
      double rounds_us = 0;
      if (parts == 1) {
        const std::size_t blocks = (tiles + processors - 1) / processors;
        rounds_us = static_cast<double>(blocks / at_once) * round_us(at_once) + round_us(blocks % at_once);
      } else {
        // The blocks of clusters are not spread evenly: as many as have room share a multiprocessor.
        const std::size_t room = std::max<std::size_t>(clusters_at_once(index, parts), 1);
        rounds_us = static_cast<double>((tiles + room - 1) / room) * round_us(at_once);
      }
      const double us =
          (aligned ? 1 : unaligned_factor) * (static_cast<double>(part_slices) + other_slices) * rounds_us;
      if (best.parts == 0 || us < best.us) best = {index, parts, part_slices, us};
    }
  }
  return best;
}

/// What gpu-tensor-fp16x3 takes for a product if it splits the factors beforehand, in microseconds.
inline double split_beforehand_us(std::size_t m, std::size_t k, std::size_t n, std::size_t processors) {
  constexpr double start_us = 48, factor_element_us = 4.1e-6, product_element_us = 4.1e-6, tile_us = 0.8,
                   slice_us = 0.72;
  constexpr std::size_t rows = 256, columns = 192, depth = 32;  // of a cluster's tile and slices
  const std::size_t tiles = (m + rows - 1) / rows * ((n + columns - 1) / columns);
  const std::size_t clusters = std::max<std::size_t>(processors / 2, 1);
  const auto rounds = static_cast<double>((tiles + clusters - 1) / clusters);
  return start_us + factor_element_us * static_cast<double>(m * k + k * n) +
         product_element_us * static_cast<double>(m * n) +
         rounds * (tile_us + slice_us * static_cast<double>((k + depth - 1) / depth));
}

}  // namespace kernels::hopper
