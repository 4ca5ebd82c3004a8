#pragma once

#include <type_traits>

#include "kernels/gpu/idle.cuh"
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

/// A thread's share: as many elements of each of a thread's columns of b as a vector of a is long.
template <class Shape>
using ColumnsOfB = typename Shape::Element[Shape::vector][Shape::thread_columns];

/// Loads rows k, k + 1, ... of b, from `column` on in steps of `threads_across` vectors. `inside`: all of
/// them lie in b, whose rows are aligned to 16 bytes. Otherwise zeros stand for what lies outside.
template <class Shape, bool inside, class T>
__device__ inline void load_columns(MatrixView<const T> b, std::size_t k, std::size_t column,
                                    ColumnsOfB<Shape>& values) {
  constexpr int vector = Shape::vector, step = Shape::threads_across * vector;
  const T* const origin = b.data + k * b.stride + column;
#pragma unroll
  for (int v = 0; v < vector; ++v) {
#pragma unroll
    for (int j = 0; j < Shape::thread_columns; j += vector) {
      const int first = j / vector * step;
      if constexpr (inside) {
        const auto loaded = *reinterpret_cast<const Vector16<T>*>(origin + v * b.stride + first);
#pragma unroll
        for (int w = 0; w < vector; ++w) values[v][j + w] = loaded.values[w];
      } else {
#pragma unroll
        for (int w = 0; w < vector; ++w) {
          const bool there = k + v < b.rows && column + first + w < b.columns;
          values[v][j + w] = there ? origin[v * b.stride + first + w] : T{0};
        }
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

/// c = a b: a block of c a block of threads. CopyBytes as in BlockCopy, for a; `b_aligned` says as much of b.
template <class Shape, int CopyBytes, class T = typename Shape::Element>
__global__ void __launch_bounds__(Shape::threads)
    multiply_register_columns(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, bool b_aligned) {
  constexpr int vector = Shape::vector;
  extern __shared__ __align__(16) unsigned char shared[];
  T* const a_slices = reinterpret_cast<T*>(shared);

  const TilePlace place = tile_place<Shape>(c.rows, c.columns);
  const int row = static_cast<int>(threadIdx.x) / Shape::threads_across * Shape::thread_rows;
  const std::size_t column = place.column + threadIdx.x % Shape::threads_across * vector;
  const BlockCopy<T, Shape::rows, Shape::depth, Shape::depth, Shape::threads, CopyBytes> a_copy(a, place.row,
                                                                                                0);
  const std::size_t slices = (a.columns + Shape::depth - 1) / Shape::depth;
  const std::size_t whole_slices = place.row + Shape::rows <= c.rows ? a.columns / Shape::depth : 0;
  const auto start_copy = [&](std::size_t slice, int stage) {
    T* const a_slice = a_slices + stage * Shape::a_elements;
    if (slice < whole_slices) {
      a_copy.start_inside(a_slice, 0, slice * Shape::depth);
    } else if (slice < slices) {
      a_copy.start_at_edge(a_slice, 0, slice * Shape::depth);
    }
    __pipeline_commit();
  };

  T sums[Shape::thread_rows][Shape::thread_columns] = {};
  ColumnsOfB<Shape> b_now, b_next;
  const bool idle = is_idle(place.row + row >= c.rows || column >= c.columns);
  if (!idle) load_columns<Shape, false>(b, 0, column, b_now);
#pragma unroll
  for (int stage = 0; stage < Shape::stages - 1; ++stage) start_copy(stage, stage);
  int stage = 0;
  const auto add_slice = [&](std::size_t slice, auto inside) {
    __pipeline_wait_prior(Shape::stages - 2);
    __syncthreads();  // the slice is there for all, and all are done with the one before
    start_copy(slice + Shape::stages - 1, stage == 0 ? Shape::stages - 1 : stage - 1);
    const T* const a_slice = a_slices + stage * Shape::a_elements + row * Shape::depth;
    constexpr int unrolled = decltype(inside)::value ? Shape::depth : 1;
    if (!idle) {
#pragma unroll unrolled
      for (int k = 0; k < Shape::depth; k += 2 * vector) {
        load_columns<Shape, decltype(inside)::value>(b, slice * Shape::depth + k + vector, column, b_next);
        add_columns<Shape>(a_slice + k, b_now, sums);
        load_columns<Shape, decltype(inside)::value>(b, slice * Shape::depth + k + 2 * vector, column, b_now);
        add_columns<Shape>(a_slice + k + vector, b_next, sums);
      }
    }
    stage = stage + 1 == Shape::stages ? 0 : stage + 1;
  };
  // A slice loads b up to a vector ahead of its own end.
  const bool columns_inside = b_aligned && place.column + Shape::columns <= c.columns;
  const std::size_t fast_slices =
      columns_inside && a.columns >= vector ? (a.columns - vector) / Shape::depth : 0;
  std::size_t slice = 0;
  for (; slice < fast_slices; ++slice) add_slice(slice, std::true_type{});
  for (; slice < slices; ++slice) add_slice(slice, std::false_type{});

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
