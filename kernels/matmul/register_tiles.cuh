#pragma once

#include <type_traits>

#include "kernels/gpu/idle.cuh"
#include "kernels/matmul/blocks.cuh"
#include "kernels/matmul/tile_parts.cuh"

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

  /// The slice of a is transposed, see TransposedBlockCopy.
  static constexpr int a_stride = Rows + vector;
  static constexpr int a_elements = Depth * a_stride, b_elements = Depth * Columns;
  static constexpr std::size_t shared_bytes = std::size_t{Stages} * (a_elements + b_elements) * sizeof(T);

  static_assert(Rows % warp_rows == 0 && Columns % warp_columns == 0);
  static_assert(ThreadRows % vector == 0 && ThreadColumns % vector == 0);
};

/// The tile for T, the best of many that were timed on an H200.
template <class T>
struct BestTile;
template <>
struct BestTile<float> {
  using Tile = RegisterTile<float, 64, 128, 16, 8, 8, 3, 4>;
};
template <>
struct BestTile<double> {
  using Tile = RegisterTile<double, 64, 64, 16, 8, 8, 2, 4>;
};

/// sums += a_slice b_slice, for one thread's elements. What the next step reads is on its way while one step's
/// products are added. Rows of products go there and back, and begin at the other end in every other step: of the
/// orders tried, the compiler makes of this one the fewest multiply-adds that want three registers of one bank at
/// once, each of which costs a turn (laboratory/notes/matmul.md).
template <class Tile, class T>
__device__ inline void add_slices(const T* a_slice, const T* b_slice,
                                  T (&sums)[Tile::thread_rows][Tile::thread_columns]) {
  constexpr int vector = Tile::vector;
  Vector16<T> a[2][Tile::thread_rows / vector], b[2][Tile::thread_columns / vector];
  const auto read = [&](int k) {
#pragma unroll
    for (int i = 0; i < Tile::thread_rows / vector; ++i) {
      a[k % 2][i] = *reinterpret_cast<const Vector16<T>*>(a_slice + k * Tile::a_stride + 4 * vector * i);
    }
#pragma unroll
    for (int j = 0; j < Tile::thread_columns / vector; ++j) {
      b[k % 2][j] = *reinterpret_cast<const Vector16<T>*>(b_slice + k * Tile::columns + 8 * vector * j);
    }
  };
  read(0);
#pragma unroll
  for (int k = 0; k < Tile::depth; ++k) {
    if (k + 1 < Tile::depth) read(k + 1);
#pragma unroll
    for (int i = 0; i < Tile::thread_rows; ++i) {
#pragma unroll
      for (int step = 0; step < Tile::thread_columns; ++step) {
        const int j = (i + k) % 2 == 0 ? step : Tile::thread_columns - 1 - step;
        sums[i][j] += a[k % 2][i / vector].values[i % vector] * b[k % 2][j / vector].values[j % vector];
      }
    }
  }
}

/// Where a thread's elements begin in its block's tile.
struct ThreadPlace {
  int row, column;
};

/// A warp's threads stand 4 x 8 so that in both factors neighbours (of numbers that differ in bit 0, or in bit 1)
/// read the same vector: pairs of quarters of the warp are then served together.
template <class Tile>
__device__ inline ThreadPlace thread_place() {
  constexpr int warps_across = Tile::columns / Tile::warp_columns;
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  return {warp / warps_across * Tile::warp_rows + ((lane & 1) + (lane >> 4) * 2) * Tile::vector,
          warp % warps_across * Tile::warp_columns + (lane >> 1) % 8 * Tile::vector};
}

/// Adds the slices from `slice` to `end` for one thread's elements of the tile at `place`.
template <class Tile, int CopyBytes, class T = typename Tile::Element>
__device__ inline void add_tile(MatrixView<const T> a, MatrixView<const T> b, TilePlace place,
                                ThreadPlace thread, bool inside, bool idle, std::size_t slice,
                                std::size_t end, T (&sums)[Tile::thread_rows][Tile::thread_columns]) {
  constexpr int threads = Tile::threads;
  extern __shared__ __align__(16) unsigned char shared[];
  T* const a_slices = reinterpret_cast<T*>(shared);
  T* const b_slices = a_slices + Tile::stages * Tile::a_elements;
  const TransposedBlockCopy<T, Tile::rows, Tile::depth, Tile::a_stride, threads> a_copy(a, place.row);
  const BlockCopy<T, Tile::depth, Tile::columns, Tile::columns, threads, CopyBytes> b_copy(b, 0,
                                                                                           place.column);
  const std::size_t whole_end = inside ? min(end, a.columns / Tile::depth) : 0;
  const auto start_copy = [&](std::size_t slice, int stage, auto whole) {
    T* const a_slice = a_slices + stage * Tile::a_elements;
    T* const b_slice = b_slices + stage * Tile::b_elements;
    if (decltype(whole)::value || slice < whole_end) {
      a_copy.start_inside(a_slice, slice * Tile::depth);
      b_copy.start_inside(b_slice, slice * Tile::depth, 0);
    } else if (slice < end) {
      a_copy.start_at_edge(a_slice, slice * Tile::depth);
      b_copy.start_at_edge(b_slice, slice * Tile::depth, 0);
    }
    __pipeline_commit();
  };
#pragma unroll
  for (int stage = 0; stage < Tile::stages - 1; ++stage) start_copy(slice + stage, stage, std::false_type{});
  int stage = 0;
  const auto add_slice = [&](auto whole) {
    __pipeline_wait_prior(Tile::stages - 2);
    __syncthreads();  // the slice is there for all, and all are done with the one before
    start_copy(slice + Tile::stages - 1, stage == 0 ? Tile::stages - 1 : stage - 1, whole);
    if (!idle) {
      add_slices<Tile>(a_slices + stage * Tile::a_elements + thread.row,
                       b_slices + stage * Tile::b_elements + thread.column, sums);
    }
    stage = stage + 1 == Tile::stages ? 0 : stage + 1;
  };
  // The first loop is the fast one: nothing in it depends on where the matrices end.
#pragma unroll 1
  for (; slice + Tile::stages - 1 < whole_end; ++slice) add_slice(std::true_type{});
#pragma unroll 1
  for (; slice < end; ++slice) add_slice(std::false_type{});
}

/// Where sums go. c's rows are written in vectors of 16 bytes where
/// `aligned` says that they can be; what is but a part of a sum goes to `partial`.
template <class T>
struct Result {
  MatrixView<T> c;
  bool add;  ///< to what is in c
  bool aligned;
  TileParts parts;
  T* partial;
};

/// One thread's sums of the tile at `place`.
template <class Tile, class T>
__device__ inline void store_sums(const T (&sums)[Tile::thread_rows][Tile::thread_columns], MatrixView<T> c,
                                  bool add, bool aligned, TilePlace place, ThreadPlace thread) {
  constexpr int vector = Tile::vector;
#pragma unroll
  for (int i = 0; i < Tile::thread_rows; ++i) {
    const std::size_t r = place.row + thread.row + 4 * vector * (i / vector) + i % vector;
    if (r >= c.rows) break;
#pragma unroll
    for (int j = 0; j < Tile::thread_columns; j += vector) {
      const std::size_t first = place.column + thread.column + 8 * j;
      T* const to = c.data + r * c.stride + first;
      if (aligned && first + vector <= c.columns) {
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

/// Stores the sums of a tile, or a part of one.
template <class Tile, class T>
__device__ inline void store_sums(const T (&sums)[Tile::thread_rows][Tile::thread_columns], Result<T> result,
                                  unsigned tile, TilePlace place, ThreadPlace thread) {
  auto [c, add, aligned, parts, partial] = result;
  if (parts.is_split(tile)) {
    c = part_of<Tile>(partial, parts);
    add = false;
    aligned = true;
    place = {0, 0};
  }
  store_sums<Tile>(sums, c, add, aligned, place, thread);
}

/// c = a b, or c += a b: a tile a block, or a part of one. CopyBytes as in BlockCopy, for b.
template <class Tile, int CopyBytes, class T = typename Tile::Element>
__device__ inline void compute_register_tile(MatrixView<const T> a, MatrixView<const T> b, Result<T> result) {
  const MatrixView<T> c = result.c;
  const auto [tile, part] = result.parts.place(blockIdx.x);
  const TilePlace place = tile_place<Tile>(c.rows, c.columns, tile);
  const ThreadPlace thread = thread_place<Tile>();
  const auto [first, end] = result.parts.range(tile, part, (a.columns + Tile::depth - 1) / Tile::depth);
  const bool inside = place.row + Tile::rows <= c.rows && place.column + Tile::columns <= c.columns;
  const bool idle = is_idle(place.row + thread.row >= c.rows || place.column + thread.column >= c.columns);
  T sums[Tile::thread_rows][Tile::thread_columns] = {};
  add_tile<Tile, CopyBytes>(a, b, place, thread, inside, idle, first, end, sums);
  store_sums<Tile>(sums, result, tile, place, thread);
}

template <class Tile, int CopyBytes, class T = typename Tile::Element>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks_at_once)
    multiply_register_tile(MatrixView<const T> a, MatrixView<const T> b, Result<T> result) {
  compute_register_tile<Tile, CopyBytes>(a, b, result);
}

}  // namespace kernels
