#pragma once

// How fused_products.cu cuts a single product, by the least time estimated. The constants are fitted to 3,147 times of 147
// shapes on an H200, so that the choices take the least time.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace kernels::hopper {

/// A shape of tiles, and what an H200 takes for a slice of it: `alone_us` when a multiprocessor has no other block, and
/// `shared_us` for each when it is busy. `other_slices`: what a block does besides its slices, in their time.
struct FusedKind {
  int rows, columns, blocks_at_once;
  double alone_us, shared_us, other_slices;

  /// The time for a slice of each of so many blocks at once on a multiprocessor; a mean may be a fraction.
  [[nodiscard]] double slice_us(double blocks) const {
    if (blocks == 0) return 0;
    const double alone = alone_us * alone_us, shared = blocks * shared_us * blocks * shared_us;
    return std::sqrt(std::sqrt(alone * alone + shared * shared));
  }
};
inline constexpr std::array<FusedKind, 3> fused_kinds = {{
    {128, 64, 2, 1.484, 0.727, 2.124},
    {64, 64, 4, 1.43, 0.545, 1.475},
    {64, 96, 3, 1.856, 0.856, 1.355},
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
  constexpr double unaligned_factor = 1.153, cluster_us = 0.11;
  // The blocks of clusters are not spread evenly: by so much of what has room, more of them share a multiprocessor.
  constexpr double crowding = 0.433, crowding_of_large = 0.503;
  constexpr std::size_t large_parts = 5;
  const std::size_t slices = (k + fused_depth - 1) / fused_depth;
  FusedPlan best{};
  for (std::size_t index = 0; index < fused_kinds.size(); ++index) {
    const FusedKind& kind = fused_kinds.at(index);
    const auto rows = static_cast<std::size_t>(kind.rows), columns = static_cast<std::size_t>(kind.columns);
    const std::size_t tiles = (m + rows - 1) / rows * ((n + columns - 1) / columns);
    const double at_once = kind.blocks_at_once;
    const double whole_us = kind.slice_us(at_once);
    for (std::size_t wanted = 1; wanted <= std::min(largest_fused_cluster, slices); ++wanted) {
      const std::size_t part_slices = (slices + wanted - 1) / wanted;
      const std::size_t parts = (slices + part_slices - 1) / part_slices;
      const std::size_t room = parts == 1 ? static_cast<std::size_t>(kind.blocks_at_once) * processors
                                          : std::max<std::size_t>(clusters_at_once(index, parts), 1);
      const std::size_t rest = tiles % room;
      double last =
          std::min(at_once, std::ceil(static_cast<double>(rest * parts) / static_cast<double>(processors)));
      if (parts > 1 && rest > 0)
        last += (at_once - last) * (parts < large_parts ? crowding : crowding_of_large);
      const double rounds_us = static_cast<double>(tiles / room) * whole_us + kind.slice_us(last);
      const double us = (aligned ? 1 : unaligned_factor) *
                            (static_cast<double>(part_slices) + kind.other_slices) * rounds_us +
                        (parts > 1 ? cluster_us : 0);
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
