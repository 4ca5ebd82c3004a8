#pragma once

#include "kernels/gpu/idle.cuh"
#include "kernels/matmul/blocks.cuh"

namespace kernels {

/// The shape of gpu-register-tiles: a block of threads computes Rows x Columns elements of c, and has Stages
/// slices of a and b, Depth deep, in shared memory. A thread computes ThreadRows x ThreadColumns of them, and
/// a warp's threads stand 4 x 8.
template <class T, int Rows, int Columns, int Depth, int ThreadRows, int ThreadColumns, int Stages,
          int BlocksAtOnce>
struct RegisterTile {
  using Element = T;
  static constexpr int rows = Rows, columns = Columns, depth = Depth;
  static constexpr int thread_rows = ThreadRows, thread_columns = ThreadColumns;
  static constexpr int stages = Stages;
  static constexpr int blocks_at_once = BlocksAtOnce;  ///< on a multiprocessor; bounds a thread's registers

  static constexpr int vector = 16 / sizeof(T);  ///< elements in 16 bytes
  static constexpr int warp_rows = 4 * ThreadRows, warp_columns = 8 * ThreadColumns;
  static constexpr int threads = 32 * (Rows / warp_rows) * (Columns / warp_columns);

  /// A row of the slice of a is longer by a vector: the four
  /// rows that a warp reads at once then lie in different banks.
  static constexpr int a_stride = Depth + vector;
  static constexpr int a_elements = Rows * a_stride, b_elements = Depth * Columns;
  static constexpr std::size_t shared_bytes = std::size_t{Stages} * (a_elements + b_elements) * sizeof(T);

  static_assert(Rows % warp_rows == 0 && Columns % warp_columns == 0);
  static_assert(Depth % vector == 0 && ThreadColumns % vector == 0);
};

/// The tiles for T, the best of many that were timed on an H200. The large one has the best rate, but a small
/// matrix has too few of them to fill the GPU.
template <class T>
struct Tiles;
template <>
struct Tiles<float> {
  using Large = RegisterTile<float, 64, 128, 16, 8, 8, 3, 3>;
  using Small = RegisterTile<float, 64, 64, 32, 8, 4, 2, 4>;
};
template <>
struct Tiles<double> {
  using Large = RegisterTile<double, 64, 64, 8, 8, 8, 4, 4>;
  using Small = RegisterTile<double, 32, 64, 16, 4, 8, 3, 4>;
};

template <class Tile>
std::size_t tiles_in(std::size_t rows, std::size_t columns) {
  return (rows + Tile::rows - 1) / Tile::rows * ((columns + Tile::columns - 1) / Tile::columns);
}

/// sums += a_slice b_slice, for one thread's elements.
template <class Tile, class T>
__device__ inline void add_slices(const T* a_slice, const T* b_slice,
                                  T (&sums)[Tile::thread_rows][Tile::thread_columns]) {
  constexpr int vector = Tile::vector;
#pragma unroll
  for (int front = 0; front < Tile::depth; front += vector) {
    Vector16<T> a[Tile::thread_rows];
#pragma unroll
    for (int i = 0; i < Tile::thread_rows; ++i) {
      a[i] = *reinterpret_cast<const Vector16<T>*>(a_slice + 4 * i * Tile::a_stride + front);
    }
#pragma unroll
    for (int k = 0; k < vector; ++k) {
      Vector16<T> b[Tile::thread_columns / vector];
#pragma unroll
      for (int j = 0; j < Tile::thread_columns / vector; ++j) {
        b[j] = *reinterpret_cast<const Vector16<T>*>(b_slice + (front + k) * Tile::columns + 8 * vector * j);
      }
#pragma unroll
      for (int i = 0; i < Tile::thread_rows; ++i) {
#pragma unroll
        for (int j = 0; j < Tile::thread_columns; ++j) {
          sums[i][j] += a[i].values[k] * b[j / vector].values[j % vector];
        }
      }
    }
  }
}

/// c = a b, or c += a b: a tile a block. CopyBytes as in BlockCopy; c's rows are written in vectors of 16
/// bytes where `c_aligned` says that they can be.
template <class Tile, int CopyBytes, class T = typename Tile::Element>
__device__ inline void compute_register_tile(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c,
                                             bool add, bool c_aligned) {
  constexpr int vector = Tile::vector, threads = Tile::threads;
  extern __shared__ __align__(16) unsigned char shared[];
  T* const a_slices = reinterpret_cast<T*>(shared);
  T* const b_slices = a_slices + Tile::stages * Tile::a_elements;

  const TilePlace place = tile_place<Tile>(c.rows, c.columns);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  constexpr int warps_across = Tile::columns / Tile::warp_columns;
  // A warp's threads stand 4 x 8 so that in both factors neighbours (of numbers that differ in bit 0, or in
  // bit 1) read the same vector: pairs of quarters of the warp are then served together.
  const int row = warp / warps_across * Tile::warp_rows + (lane & 1) + (lane >> 4) * 2;
  const int column = warp % warps_across * Tile::warp_columns + (lane >> 1) % 8 * vector;

  const BlockCopy<T, Tile::rows, Tile::depth, Tile::a_stride, threads, CopyBytes> a_copy(a, place.row, 0);
  const BlockCopy<T, Tile::depth, Tile::columns, Tile::columns, threads, CopyBytes> b_copy(b, 0,
                                                                                           place.column);
  const std::size_t slices = (a.columns + Tile::depth - 1) / Tile::depth;
  const bool inside = place.row + Tile::rows <= c.rows && place.column + Tile::columns <= c.columns;
  const std::size_t whole_slices = inside ? a.columns / Tile::depth : 0;
  const auto start_copy = [&](std::size_t slice, int stage) {
    T* const a_slice = a_slices + stage * Tile::a_elements;
    T* const b_slice = b_slices + stage * Tile::b_elements;
    if (slice < whole_slices) {
      a_copy.start_inside(a_slice, 0, slice * Tile::depth);
      b_copy.start_inside(b_slice, slice * Tile::depth, 0);
    } else if (slice < slices) {
      a_copy.start_at_edge(a_slice, 0, slice * Tile::depth);
      b_copy.start_at_edge(b_slice, slice * Tile::depth, 0);
    }
    __pipeline_commit();
  };

  const bool idle = is_idle(place.row + row >= c.rows || place.column + column >= c.columns);
  T sums[Tile::thread_rows][Tile::thread_columns] = {};
#pragma unroll
  for (int stage = 0; stage < Tile::stages - 1; ++stage) start_copy(stage, stage);
  int stage = 0;
  for (std::size_t slice = 0; slice < slices; ++slice) {
    __pipeline_wait_prior(Tile::stages - 2);
    __syncthreads();  // the slice is there for all, and all are done with the one before
    const int free_stage = stage == 0 ? Tile::stages - 1 : stage - 1;
    start_copy(slice + Tile::stages - 1, free_stage);
    if (!idle) {
      add_slices<Tile>(a_slices + stage * Tile::a_elements + row * Tile::a_stride,
                       b_slices + stage * Tile::b_elements + column, sums);
    }
    stage = stage + 1 == Tile::stages ? 0 : stage + 1;
  }

#pragma unroll
  for (int i = 0; i < Tile::thread_rows; ++i) {
    const std::size_t r = place.row + row + 4 * i;
    if (r >= c.rows) break;
#pragma unroll
    for (int j = 0; j < Tile::thread_columns; j += vector) {
      const std::size_t first = place.column + column + 8 * j;
      T* const to = c.data + r * c.stride + first;
      if (c_aligned && first + vector <= c.columns) {
        auto* const to_vector = reinterpret_cast<Vector16<T>*>(to);
        Vector16<T> values = add ? *to_vector : Vector16<T>{};
#pragma unroll
        for (int v = 0; v < vector; ++v) values.values[v] += sums[i][j + v];
        *to_vector = values;
      } else {
#pragma unroll
        for (int v = 0; v < vector; ++v) {
          if (first + v < c.columns) to[v] = (add ? to[v] : T{0}) + sums[i][j + v];
        }
      }
    }
  }
}

template <class Tile, int CopyBytes, class T = typename Tile::Element>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks_at_once)
    multiply_register_tile(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, bool add,
                           bool c_aligned) {
  compute_register_tile<Tile, CopyBytes>(a, b, c, add, c_aligned);
}

}  // namespace kernels
