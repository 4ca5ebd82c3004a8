#pragma once

#include <algorithm>
#include <cstddef>

#include "kernels/common/both_sides.hpp"

namespace kernels {

/// Which tiles of a product are computed by several blocks, each a part of the sum. Blocks with small numbers
/// have a whole tile each; the others, which run last, share the rest. So no multiprocessor has a tile more to
/// compute than others, and a small matrix is enough for all of them.
struct TileParts {
  unsigned tiles;   ///< all of them
  unsigned whole;   ///< tiles of one block
  unsigned parts;   ///< of every other tile
  unsigned slices;  ///< of the sum in a part

  struct Place {
    unsigned tile, part;
  };
  WARP_JUDGE_BOTH_SIDES Place place(unsigned block) const {
    if (block < whole) return {block, 0};
    return {whole + (block - whole) / parts, (block - whole) % parts};
  }
  struct Range {
    std::size_t first, end;  ///< slices
  };
  WARP_JUDGE_BOTH_SIDES Range range(unsigned tile, unsigned part, std::size_t all_slices) const {
    if (!is_split(tile)) return {0, all_slices};
    const std::size_t first = std::size_t{part} * slices, end = first + slices;
    return {first, end < all_slices ? end : all_slices};
  }
  WARP_JUDGE_BOTH_SIDES bool is_split(unsigned tile) const { return tile >= whole; }
  WARP_JUDGE_BOTH_SIDES unsigned split_tiles() const { return tiles - whole; }
  WARP_JUDGE_BOTH_SIDES unsigned blocks() const { return whole + split_tiles() * parts; }
};

/// Every tile in one piece.
inline TileParts whole_tiles(std::size_t tiles) {
  return {static_cast<unsigned>(tiles), static_cast<unsigned>(tiles), 1, 0};
}

/// The tiles from `whole` on in up to `parts` parts.
inline TileParts split_tiles(std::size_t tiles, std::size_t whole, std::size_t parts, std::size_t slices) {
  if (parts <= 1) return whole_tiles(tiles);
  const std::size_t each = (slices + parts - 1) / parts;
  return {static_cast<unsigned>(tiles), static_cast<unsigned>(whole),
          static_cast<unsigned>((slices + each - 1) / each), static_cast<unsigned>(each)};
}

/// What it costs to split tiles, in times of computing a tile.
struct SplittingCosts {
  double part;    ///< a part, written and read again
  double launch;  ///< the sums of parts, as such
};

/// The costs of tiles of so many elements, sums of k: of what an H200 computes while it moves an element, and while it
/// starts another kernel.
inline SplittingCosts splitting_costs(std::size_t elements, std::size_t element_bytes, std::size_t k) {
  const auto sums = static_cast<double>(std::max<std::size_t>(k, 1));
  return {12 * static_cast<double>(element_bytes) / sums, 5e5 / (static_cast<double>(elements) * sums)};
}

/// How to share `tiles`, sums of `slices`, among `processors` that have room for `at_once` blocks each: in the
/// way that takes the least time by what was seen on an H200. No multiprocessor should have more blocks than
/// others, and it needs several to be busy. So all tiles are split, as long as there are few; or, of many, as
/// many of the last as there are multiprocessors, into quarters; or none.
inline TileParts share_tiles(std::size_t tiles, std::size_t slices, SplittingCosts costs,
                             std::size_t processors, std::size_t at_once) {
  constexpr std::size_t least_slices = 4, most_parts = 16, quarters = 4;
  const std::size_t most = std::clamp<std::size_t>(slices / least_slices, 1, most_parts);
  const auto busy = [&](std::size_t blocks) {
    return at_once == 1 ? 1 : 1 - 0.2 / static_cast<double>(std::min(blocks, at_once));
  };
  const auto each = static_cast<double>(tiles) / static_cast<double>(processors);
  const auto time = [&](std::size_t parts) {
    const std::size_t blocks = (tiles * parts + processors - 1) / processors;
    const auto count = static_cast<double>(parts);
    const double splitting = parts == 1 ? 0 : costs.launch + each * count * costs.part;
    return static_cast<double>(blocks) / count / busy(blocks) + splitting;
  };
  std::size_t best = 1;
  for (std::size_t parts = 2; parts <= most && tiles <= at_once * processors; ++parts) {
    if (time(parts) < time(best)) best = parts;
  }
  const double of_quarters = (each + 0.5 / quarters) / busy(at_once) + costs.launch + quarters * costs.part;
  if (tiles > processors && most >= quarters && of_quarters < time(best)) {
    return split_tiles(tiles, tiles - processors, quarters, slices);
  }
  return split_tiles(tiles, 0, best, slices);
}

}  // namespace kernels
