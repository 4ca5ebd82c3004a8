#pragma once

#include <vector_types.h>

#include <algorithm>
#include <cstddef>

namespace kernels {

/// The most blocks that a grid has in y. Tests lower it: only a matrix of millions of rows needs more.
inline std::size_t most_blocks_down = 65535;

/// A block for each tile: x counts across, y down. Where a grid cannot have that many in y, each block goes on
/// to the tile gridDim.y further down until there is none.
inline dim3 tile_grid(std::size_t rows, std::size_t columns, std::size_t tile_rows,
                      std::size_t tile_columns) {
  const auto tiles = [](std::size_t size, std::size_t tile) { return (size + tile - 1) / tile; };
  return {static_cast<unsigned>(tiles(columns, tile_columns)),
          static_cast<unsigned>(std::min(tiles(rows, tile_rows), most_blocks_down))};
}

}  // namespace kernels
