#pragma once

#include <cstddef>

#include "kernels/common/matrix_view.hpp"

namespace kernels {

/// A tile of `rows` x `columns` elements, taken one by one in shared memory: for what is not aligned. The
/// padding puts the elements of a column into different banks. Measured on an H200.
template <unsigned bytes>
struct ElementTile {
  static constexpr unsigned rows = 64, columns = 32, padding = 1;
};
template <>
struct ElementTile<1> {
  static constexpr unsigned rows = 128, columns = 64, padding = 4;
};
template <>
struct ElementTile<16> {
  static constexpr unsigned rows = 32, columns = 32, padding = 1;
};

inline constexpr unsigned element_tile_lanes = 32,
                          element_tile_warps = 8;  ///< the threads of a block in x, y

/// Loads the tile whose first element is (top, left); its rows lie `row_length` apart in `tile`.
template <class T>
__device__ void load_tile(MatrixView<const T> in, std::size_t top, std::size_t left, T* tile) {
  using Tile = ElementTile<sizeof(T)>;
  constexpr unsigned row_length = Tile::columns + Tile::padding;
#pragma unroll
  for (unsigned r = 0; r < Tile::rows; r += element_tile_warps) {
#pragma unroll
    for (unsigned c = 0; c < Tile::columns; c += element_tile_lanes) {
      const unsigned row = r + threadIdx.y, column = c + threadIdx.x;
      if (top + row < in.rows && left + column < in.columns) {
        tile[row * row_length + column] = in.data[(top + row) * in.stride + left + column];
      }
    }
  }
}

/// Stores the tile's transpose with (left, top) of `out` as its first element.
template <class T>
__device__ void store_tile(const T* tile, MatrixView<T> out, std::size_t top, std::size_t left) {
  using Tile = ElementTile<sizeof(T)>;
  constexpr unsigned row_length = Tile::columns + Tile::padding;
#pragma unroll
  for (unsigned c = 0; c < Tile::columns; c += element_tile_warps) {
#pragma unroll
    for (unsigned r = 0; r < Tile::rows; r += element_tile_lanes) {
      const unsigned row = r + threadIdx.x, column = c + threadIdx.y;
      if (top + row < out.columns && left + column < out.rows) {
        out.data[(left + column) * out.stride + top + row] = tile[row * row_length + column];
      }
    }
  }
}

}  // namespace kernels
