#pragma once

// What the register-blocked kernels share: where a block of
// threads works, and how it fetches its part of a matrix.

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

/// Whether every row can be read in vectors of 16 bytes that hold nothing else, those of the matrices too that lie
/// multiples of `distance` elements after this one.
template <class T>
bool rows_are_in_vectors(MatrixView<T> matrix, std::size_t distance) {
  constexpr std::size_t elements = 16 / sizeof(T);
  return rows_are_aligned(matrix) && matrix.columns % elements == 0 && distance % elements == 0;
}

/// Where a block's tile stands. Blocks with neighbouring numbers take tiles of a patch eight tiles high, not
/// of a long row, so that those that run at one time share rows of a and columns of b in the L2 cache.
struct TilePlace {
  std::size_t row, column;  ///< of the first element
};

template <class Tile>
__device__ TilePlace tile_place(std::size_t rows, std::size_t columns, unsigned tile = blockIdx.x) {
  constexpr unsigned patch_height = 8;
  const auto down = static_cast<unsigned>((rows + Tile::rows - 1) / Tile::rows);
  const auto across = static_cast<unsigned>((columns + Tile::columns - 1) / Tile::columns);
  const unsigned patch = tile / (patch_height * across), place = tile % (patch_height * across);
  const unsigned height = min(patch_height, down - patch * patch_height);
  return {std::size_t{patch * patch_height + place % height} * Tile::rows,
          std::size_t{place / height} * Tile::columns};
}

/// A thread's share in copying Rows x Columns blocks of a matrix to shared memory, where their rows lie
/// Stride apart. CopyBytes: 16 where every row of the matrix is aligned to it, else an element.
template <class T, int Rows, int Columns, int Stride, int Threads, int CopyBytes>
class BlockCopy {
 public:
  /// Copies of `matrix` blocks of which the first begins at (row, column).
  __device__ BlockCopy(MatrixView<const T> matrix, std::size_t row, std::size_t column)
      : matrix_(matrix),
        row_(row + threadIdx.x / across),
        column_(column + threadIdx.x % across * elements),
        from_(matrix.data + row_ * matrix.stride + column_),
        pass_(passed_rows * matrix.stride),
        place_(static_cast<int>(threadIdx.x) / across * Stride +
               static_cast<int>(threadIdx.x) % across * elements) {}

  /// Starts to copy the block that lies `rows` and `columns` beyond the first. All of it is in the matrix.
  __device__ void start_inside(T* to_shared, std::size_t rows, std::size_t columns) const {
    const T* from = from_ + rows * matrix_.stride + columns;
#pragma unroll
    for (int r = 0; r < Rows; r += passed_rows, from += pass_) {
      if (Rows % passed_rows != 0 && static_cast<int>(threadIdx.x) / across + r >= Rows) break;
      copy_async<CopyBytes>(to_shared + place_ + r * Stride, from, CopyBytes);
    }
  }

  /// Starts the copy of any block: zeros stand for what lies outside.
  __device__ void start_at_edge(T* to_shared, std::size_t rows, std::size_t columns) const {
    const std::size_t column = column_ + columns;
    const std::size_t left = column < matrix_.columns ? matrix_.columns - column : 0;
    const int valid_bytes = static_cast<int>(min(left, std::size_t{elements}) * sizeof(T));
    std::size_t row = row_ + rows;
    const T* from = from_ + rows * matrix_.stride + columns;
#pragma unroll
    for (int r = 0; r < Rows; r += passed_rows, row += passed_rows, from += pass_) {
      if (Rows % passed_rows != 0 && static_cast<int>(threadIdx.x) / across + r >= Rows) break;
      const bool inside = row < matrix_.rows && valid_bytes > 0;
      copy_async<CopyBytes>(to_shared + place_ + r * Stride, inside ? from : matrix_.data,
                            inside ? valid_bytes : 0);
    }
  }

 private:
  static constexpr int elements = CopyBytes / static_cast<int>(sizeof(T));
  static constexpr int across = Columns / elements;  ///< threads a row
  static constexpr int passed_rows = Threads / across;
  static_assert(Threads % across == 0);

  MatrixView<const T> matrix_;
  std::size_t row_, column_;
  const T* from_;
  std::size_t pass_;
  int place_;
};

/// A copy of a block of Rows x Depth that is transposed on its way: in shared memory its columns lie
/// Stride apart, which is a vector more than Rows, so that a warp writes to different banks. Element by
/// element, whatever the alignment.
template <class T, int Rows, int Depth, int Stride, int Threads>
class TransposedBlockCopy {
 public:
  /// Copies of `matrix` blocks of which the first begins at (row, 0).
  __device__ TransposedBlockCopy(MatrixView<const T> matrix, std::size_t row)
      : matrix_(matrix),
        row_(row + threadIdx.x / across),
        from_(matrix.data + row_ * matrix.stride + threadIdx.x % across),
        pass_(passed_rows * matrix.stride),
        place_(static_cast<int>(threadIdx.x) % across * Stride + static_cast<int>(threadIdx.x) / across) {}

  /// Starts to copy the block that lies `columns` beyond the first. All of it is in the matrix.
  __device__ void start_inside(T* to_shared, std::size_t columns) const {
    const T* from = from_ + columns;
#pragma unroll
    for (int r = 0; r < Rows; r += passed_rows, from += pass_) {
#pragma unroll
      for (int k = 0; k < Depth; k += across) {
        copy_async<sizeof(T)>(to_shared + place_ + k * Stride + r, from + k, sizeof(T));
      }
    }
  }

  /// Starts the copy of any block: zeros stand for what lies outside.
  __device__ void start_at_edge(T* to_shared, std::size_t columns) const {
    const T* from = from_ + columns;
    std::size_t row = row_;
#pragma unroll
    for (int r = 0; r < Rows; r += passed_rows, row += passed_rows, from += pass_) {
#pragma unroll
      for (int k = 0; k < Depth; k += across) {
        const bool inside = row < matrix_.rows && columns + threadIdx.x % across + k < matrix_.columns;
        copy_async<sizeof(T)>(to_shared + place_ + k * Stride + r, inside ? from + k : matrix_.data,
                              inside ? static_cast<int>(sizeof(T)) : 0);
      }
    }
  }

 private:
  static constexpr int across = 8;  ///< threads a row
  static constexpr int passed_rows = Threads / across;
  static_assert(Threads % across == 0 && Rows % passed_rows == 0 && Depth % across == 0);

  MatrixView<const T> matrix_;
  std::size_t row_;
  const T* from_;
  std::size_t pass_;
  int place_;
};

}  // namespace kernels
