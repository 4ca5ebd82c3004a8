#pragma once

#include <algorithm>
#include <cstddef>

namespace kernels {

/// A block for each tile: x counts across, y down. A grid has at most 65535 blocks in y: each block goes on
/// to the tile gridDim.y further down until there is none.
inline dim3 tile_grid(std::size_t rows, std::size_t columns, std::size_t tile_rows,
                      std::size_t tile_columns) {
  const auto tiles = [](std::size_t size, std::size_t tile) { return (size + tile - 1) / tile; };
  return {static_cast<unsigned>(tiles(columns, tile_columns)),
          static_cast<unsigned>(std::min<std::size_t>(tiles(rows, tile_rows), 65535))};
}

}  // namespace kernels
