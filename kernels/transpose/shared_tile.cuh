#pragma once

#include <cstddef>

#include "kernels/common/matrix_view.hpp"

namespace kernels {

inline constexpr unsigned shared_tile = 32;            ///< its side, and the threads of a block in x
inline constexpr unsigned shared_tile_block_rows = 8;  ///< the threads of a block in y

/// Turns a tile of 32 x 32 elements after another through shared memory, where its rows lie 32 + `padding`
/// elements apart: a warp reads along a row of `in` and writes along a row of `out`.
/// Needs blocks of (32, 8) threads and the grid of tile_grid().
template <unsigned padding, class T>
__device__ void transpose_through_shared_tile(MatrixView<const T> in, MatrixView<T> out) {
  __shared__ T tile[shared_tile][shared_tile + padding];
  const std::size_t left = std::size_t{blockIdx.x} * shared_tile;
  const std::size_t step = std::size_t{gridDim.y} * shared_tile;
  for (std::size_t top = std::size_t{blockIdx.y} * shared_tile; top < in.rows; top += step) {
    for (unsigned i = threadIdx.y; i < shared_tile; i += shared_tile_block_rows) {
      const std::size_t row = top + i, column = left + threadIdx.x;
      if (row < in.rows && column < in.columns) tile[i][threadIdx.x] = in.data[row * in.stride + column];
    }
    __syncthreads();
    for (unsigned i = threadIdx.y; i < shared_tile; i += shared_tile_block_rows) {
      const std::size_t row = left + i, column = top + threadIdx.x;
      if (row < out.rows && column < out.columns) out.data[row * out.stride + column] = tile[threadIdx.x][i];
    }
    __syncthreads();  // the next tile overwrites this one
  }
}

}  // namespace kernels
