#pragma once

// What the register-blocked kernels share: where a block of threads works, and how it fetches its part of a
// matrix.

#include <cstddef>
#include <cstdint>

#include "kernels/common/matrix_view.hpp"
#include "kernels/matmul/async_copy.cuh"

namespace kernels {

/// 16 bytes of elements.
template <class T>
struct alignas(16) Vector16 {
  T values[16 / sizeof(T)];
};

/// Whether every row can be read in vectors of 16 bytes.
template <class T>
bool rows_are_aligned(MatrixView<T> matrix) {
  return reinterpret_cast<std::uintptr_t>(matrix.data) % 16 == 0 && matrix.stride * sizeof(T) % 16 == 0;
}

/// Where a block's tile stands. Blocks with neighbouring numbers take tiles of a patch eight tiles high, not
/// of a long row, so that those that run at one time share rows of a and columns of b in the L2 cache.
struct TilePlace {
  std::size_t row, column;  ///< of the first element
};

template <class Tile>
__device__ TilePlace tile_place(std::size_t rows, std::size_t columns) {
  constexpr unsigned patch_height = 8;
  const auto down = static_cast<unsigned>((rows + Tile::rows - 1) / Tile::rows);
  const auto across = static_cast<unsigned>((columns + Tile::columns - 1) / Tile::columns);
  const unsigned patch = blockIdx.x / (patch_height * across), place = blockIdx.x % (patch_height * across);
  const unsigned height = min(patch_height, down - patch * patch_height);
  return {std::size_t{patch * patch_height + place % height} * Tile::rows,
          std::size_t{place / height} * Tile::columns};
}

/// Starts to copy the Rows x Columns block of `from` at (row, column) to shared memory; zeros stand for what
/// lies outside. CopyBytes: 16 where every row of `from` is aligned to it, else an element.
template <int Rows, int Columns, int Stride, int Threads, int CopyBytes, class T>
__device__ inline void copy_block(T* to_shared, MatrixView<const T> from, std::size_t row,
                                  std::size_t column) {
  constexpr int elements = CopyBytes / static_cast<int>(sizeof(T));
  constexpr int across = Columns / elements, copies = Rows * across;
  const bool inside = row + Rows <= from.rows && column + Columns <= from.columns;
  const T* const origin = from.data + row * from.stride + column;
#pragma unroll
  for (int first = 0; first < copies; first += Threads) {
    const int index = first + static_cast<int>(threadIdx.x);
    if (copies % Threads != 0 && index >= copies) break;
    const int r = index / across, c = index % across * elements;
    T* const to = to_shared + r * Stride + c;
    if (inside) {
      copy_async<CopyBytes>(to, origin + r * from.stride + c, CopyBytes);
    } else {
      const bool begins_inside = row + r < from.rows && column + c < from.columns;
      const auto left = begins_inside ? from.columns - column - c : 0;
      const int valid = left < elements ? static_cast<int>(left) : elements;
      copy_async<CopyBytes>(to, begins_inside ? origin + r * from.stride + c : from.data,
                            valid * static_cast<int>(sizeof(T)));
    }
  }
}

}  // namespace kernels
