#pragma once

#include "kernels/matmul/blocks.cuh"

namespace kernels {

/// The shape of gpu-register-columns: a thread owns ThreadColumns columns of a block of c, ThreadRows high;
/// ThreadsAcross threads stand side by side, and Groups of them one below the other. Slices of a, Depth deep,
/// lie in shared memory, Stages of them.
template <class T, int ThreadRows, int ThreadColumns, int Groups, int ThreadsAcross, int Depth, int Stages>
struct RegisterColumns {
  using Element = T;
  static constexpr int thread_rows = ThreadRows, thread_columns = ThreadColumns;
  static constexpr int threads_across = ThreadsAcross, threads = Groups * ThreadsAcross;
  static constexpr int rows = Groups * ThreadRows, columns = ThreadsAcross * ThreadColumns;
  static constexpr int depth = Depth, stages = Stages;

  static constexpr int vector = 16 / sizeof(T);  ///< elements in 16 bytes
  static constexpr int a_elements = rows * Depth;
  static constexpr std::size_t shared_bytes = std::size_t{Stages} * a_elements * sizeof(T);

  static_assert(ThreadsAcross % 32 == 0, "a warp reads one element of a at a time");
  static_assert(Depth % (2 * vector) == 0 && ThreadColumns % vector == 0);
};

/// As many elements of each of a thread's columns of b as a vector of a is long.
template <class Shape>
using ColumnsOfB = typename Shape::Element[Shape::vector][Shape::thread_columns];

/// Loads rows k, k + 1, ... of b, from `column` on in steps of `threads_across` vectors. `inside`: all
/// columns lie in b, and its rows are aligned to 16 bytes. What lies outside is zero.
template <class Shape, class T>
__device__ inline void load_columns(MatrixView<const T> b, std::size_t k, std::size_t column, bool inside,
                                    ColumnsOfB<Shape>& values) {
  constexpr int vector = Shape::vector, step = Shape::threads_across * vector;
  const T* const origin = b.data + k * b.stride + column;
  if (inside && k + vector <= b.rows) {
#pragma unroll
    for (int v = 0; v < vector; ++v) {
#pragma unroll
      for (int j = 0; j < Shape::thread_columns; j += vector) {
        const auto loaded = *reinterpret_cast<const Vector16<T>*>(origin + v * b.stride + j / vector * step);
#pragma unroll
        for (int w = 0; w < vector; ++w) values[v][j + w] = loaded.values[w];
      }
    }
  } else {
#pragma unroll
    for (int v = 0; v < vector; ++v) {
#pragma unroll
      for (int j = 0; j < Shape::thread_columns; ++j) {
        const int offset = j / vector * step + j % vector;
        values[v][j] = k + v < b.rows && column + offset < b.columns ? origin[v * b.stride + offset] : T{0};
      }
    }
  }
}

/// sums += a b for one step: a vector of each of the thread's rows of a, `a_stride` apart in shared memory.
template <class Shape, class T>
__device__ inline void add_columns(const T* a_slice, const ColumnsOfB<Shape>& b,
                                   T (&sums)[Shape::thread_rows][Shape::thread_columns]) {
#pragma unroll
  for (int i = 0; i < Shape::thread_rows; ++i) {
    const auto a = *reinterpret_cast<const Vector16<T>*>(a_slice + i * Shape::depth);
#pragma unroll
    for (int v = 0; v < Shape::vector; ++v) {
#pragma unroll
      for (int j = 0; j < Shape::thread_columns; ++j) sums[i][j] += a.values[v] * b[v][j];
    }
  }
}

/// c = a b: a block of c a block of threads. CopyBytes as in copy_block, for a; `b_aligned` says as much of
/// b.
template <class Shape, int CopyBytes, class T = typename Shape::Element>
__global__ void __launch_bounds__(Shape::threads)
    multiply_register_columns(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, bool b_aligned) {
  constexpr int vector = Shape::vector;
  extern __shared__ __align__(16) unsigned char shared[];
  T* const a_slices = reinterpret_cast<T*>(shared);

  const TilePlace place = tile_place<Shape>(c.rows, c.columns);
  const int row = static_cast<int>(threadIdx.x) / Shape::threads_across * Shape::thread_rows;
  const std::size_t column = place.column + threadIdx.x % Shape::threads_across * vector;
  const bool inside = b_aligned && place.column + Shape::columns <= c.columns;

  const auto slices = (a.columns + Shape::depth - 1) / Shape::depth;
  const auto start_copy = [&](std::size_t slice, int stage) {
    if (slice < slices) {
      copy_block<Shape::rows, Shape::depth, Shape::depth, Shape::threads, CopyBytes>(
          a_slices + stage * Shape::a_elements, a, place.row, slice * Shape::depth);
    }
    __pipeline_commit();
  };

  T sums[Shape::thread_rows][Shape::thread_columns] = {};
  ColumnsOfB<Shape> b_now, b_next;
  load_columns<Shape>(b, 0, column, inside, b_now);
#pragma unroll
  for (int stage = 0; stage < Shape::stages - 1; ++stage) start_copy(stage, stage);
  int stage = 0;
  for (std::size_t slice = 0; slice < slices; ++slice) {
    __pipeline_wait_prior(Shape::stages - 2);
    __syncthreads();  // the slice is there for all, and all are done with the one before
    start_copy(slice + Shape::stages - 1, stage == 0 ? Shape::stages - 1 : stage - 1);
    const T* const a_slice = a_slices + stage * Shape::a_elements + row * Shape::depth;
#pragma unroll
    for (int k = 0; k < Shape::depth; k += 2 * vector) {
      load_columns<Shape>(b, slice * Shape::depth + k + vector, column, inside, b_next);
      add_columns<Shape>(a_slice + k, b_now, sums);
      load_columns<Shape>(b, slice * Shape::depth + k + 2 * vector, column, inside, b_now);
      add_columns<Shape>(a_slice + k + vector, b_next, sums);
    }
    stage = stage + 1 == Shape::stages ? 0 : stage + 1;
  }

#pragma unroll
  for (int i = 0; i < Shape::thread_rows; ++i) {
    const std::size_t r = place.row + row + i;
    if (r >= c.rows) break;
#pragma unroll
    for (int j = 0; j < Shape::thread_columns; ++j) {
      const std::size_t q = column + j / vector * Shape::threads_across * vector + j % vector;
      if (q < c.columns) c.data[r * c.stride + q] = sums[i][j];
    }
  }
}

}  // namespace kernels
