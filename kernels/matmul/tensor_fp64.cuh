#pragma once

#include <type_traits>

#include "kernels/gpu/idle.cuh"
#include "kernels/matmul/blocks.cuh"
#include "kernels/matmul/tile_parts.cuh"

namespace kernels {

/// The shape of gpu-tensor-fp64: a block of threads computes Rows x Columns elements of c, a warp
/// WarpRows x WarpColumns of them; Stages slices of a and b, Depth deep, are in shared memory.
template <int Rows, int Columns, int Depth, int WarpRows, int WarpColumns, int Stages, int BlocksAtOnce>
struct TensorTile {
  static constexpr int rows = Rows, columns = Columns, depth = Depth, stages = Stages;
  static constexpr int warp_rows = WarpRows, warp_columns = WarpColumns;
  static constexpr int blocks_at_once = BlocksAtOnce;  ///< on a multiprocessor; bounds a thread's registers
  static constexpr int threads = 32 * (Rows / WarpRows) * (Columns / WarpColumns);

  /// Strides in doubles, so that the vectors which eight threads read at once lie in different banks:
  /// of two neighbouring rows of a, or of four rows of b, every second one.
  static constexpr int a_stride = Depth + 8, b_stride = Columns + 2;
  static constexpr int a_elements = Rows * a_stride, b_elements = Depth * b_stride;
  static constexpr int shared_bytes = Stages * (a_elements + b_elements) * static_cast<int>(sizeof(double));

  static_assert(Rows % WarpRows == 0 && Columns % WarpColumns == 0);
  static_assert(WarpRows % 16 == 0 && WarpColumns % 16 == 0 && Depth % 16 == 0);
};

/// Two elements that follow each other: in a row of a along the sum, in one of b along the columns.
using Pair = Vector16<double>;

/// sums += a b for 16 x 8 elements and 8 steps of the sum. Which elements of a and b a thread has is for the
/// caller, as far as the instruction's "row" and "column" of a thread are kept: a[h] are those of row
/// lane / 4 + 8 h and steps 2 (lane % 4) and the next; b[e] that of step 2 (lane % 4) + e. sums[2 h + x] is of
/// row lane / 4 + 8 h and column 2 (lane % 4) + x.
__device__ inline void multiply_fragments(double (&sums)[4], const Pair (&a)[2], const double (&b)[2]) {
#if __CUDA_ARCH__ >= 900 && !defined(WARP_JUDGE_EMULATED_GPU)
  asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+d"(sums[0]), "+d"(sums[1]), "+d"(sums[2]), "+d"(sums[3])
      : "d"(a[0].values[0]), "d"(a[1].values[0]), "d"(a[0].values[1]), "d"(a[1].values[1]), "d"(b[0]),
        "d"(b[1]));
#elif __CUDA_ARCH__ >= 800
#pragma unroll
  for (int e = 0; e < 2; ++e) {
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
          : "+d"(sums[2 * h]), "+d"(sums[2 * h + 1])
          : "d"(a[h].values[e]), "d"(b[e]));
    }
  }
#endif
}

/// What one thread of a warp reads of both slices for 8 steps of the sum.
template <class Tile>
struct Fragments {
  static constexpr int down = Tile::warp_rows / 16, across = Tile::warp_columns / 16;
  Pair a[down][2], b[across][2];

  /// `a_slice` and `b_slice` begin at the thread's own place.
  __device__ void read(const double* a_slice, const double* b_slice, int k) {
#pragma unroll
    for (int i = 0; i < down; ++i) {
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        a[i][h] = *reinterpret_cast<const Pair*>(a_slice + (16 * i + 8 * h) * Tile::a_stride + k);
      }
    }
#pragma unroll
    for (int j = 0; j < across; ++j) {
#pragma unroll
      for (int e = 0; e < 2; ++e) {
        b[j][e] = *reinterpret_cast<const Pair*>(b_slice + (k + e) * Tile::b_stride + 16 * j);
      }
    }
  }

  /// Multiplies; of 16 columns, the instruction's first 8 are the even ones, and the next the odd ones.
  __device__ void multiply(double (&sums)[down][2 * across][4]) const {
#pragma unroll
    for (int i = 0; i < down; ++i) {
#pragma unroll
      for (int step = 0; step < 2 * across; ++step) {
        const int j = i % 2 == 0 ? step : 2 * across - 1 - step;  // there and back
        const double columns[2] = {b[j / 2][0].values[j % 2], b[j / 2][1].values[j % 2]};
        multiply_fragments(sums[i][j], a[i], columns);
      }
    }
  }
};

/// The best of those that were timed on an H200; its slices fit the shared memory of every GPU from 8.0 on.
using BestTensorTile = TensorTile<128, 64, 16, 32, 32, 3, 1>;

/// c = a b, or c += a b: a tile a block, or a part of one. CopyBytes as in BlockCopy; c's rows are written in
/// vectors of 16 bytes where `c_aligned` says that they can be. What is but a part of a sum goes to `partial`.
template <class Tile, int CopyBytes>
__device__ __forceinline__ void compute_tensor_tile(MatrixView<const double> a, MatrixView<const double> b,
                                                    MatrixView<double> c, bool add, bool c_aligned,
                                                    TileParts parts, double* partial) {
  extern __shared__ __align__(16) unsigned char shared[];
  double* const a_slices = reinterpret_cast<double*>(shared);
  double* const b_slices = a_slices + Tile::stages * Tile::a_elements;

  const auto [tile, part] = parts.place(blockIdx.x);
  const TilePlace place = tile_place<Tile>(c.rows, c.columns, tile);
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  constexpr int warps_across = Tile::columns / Tile::warp_columns;
  const int warp_row = warp / warps_across * Tile::warp_rows;
  const int warp_column = warp % warps_across * Tile::warp_columns;
  const int a_place = (warp_row + lane / 4) * Tile::a_stride + 2 * (lane % 4);
  const int b_place = 2 * (lane % 4) * Tile::b_stride + warp_column + 2 * (lane / 4);

  const BlockCopy<double, Tile::rows, Tile::depth, Tile::a_stride, Tile::threads, CopyBytes> a_copy(
      a, place.row, 0);
  const BlockCopy<double, Tile::depth, Tile::columns, Tile::b_stride, Tile::threads, CopyBytes> b_copy(
      b, 0, place.column);
  const TileParts::Range range = parts.range(tile, part, (a.columns + Tile::depth - 1) / Tile::depth);
  const std::size_t first = range.first, slices = range.end;
  const bool inside = place.row + Tile::rows <= c.rows && place.column + Tile::columns <= c.columns;
  const std::size_t whole_slices = inside ? min(slices, a.columns / Tile::depth) : 0;
  const auto start_copy = [&](std::size_t slice, int stage, auto whole) {
    double* const a_slice = a_slices + stage * Tile::a_elements;
    double* const b_slice = b_slices + stage * Tile::b_elements;
    if (decltype(whole)::value || slice < whole_slices) {
      a_copy.start_inside(a_slice, 0, slice * Tile::depth);
      b_copy.start_inside(b_slice, slice * Tile::depth, 0);
    } else if (slice < slices) {
      a_copy.start_at_edge(a_slice, 0, slice * Tile::depth);
      b_copy.start_at_edge(b_slice, slice * Tile::depth, 0);
    }
    __pipeline_commit();
  };

  // The instruction is the warp's: all of it is idle, or none.
  const bool idle = is_idle(place.row + warp_row >= c.rows || place.column + warp_column >= c.columns);
  Fragments<Tile> fragments[2];
  double sums[Fragments<Tile>::down][2 * Fragments<Tile>::across][4] = {};
#pragma unroll
  for (int stage = 0; stage < Tile::stages - 1; ++stage) start_copy(first + stage, stage, std::false_type{});
  __pipeline_wait_prior(Tile::stages - 2);
  __syncthreads();
  if (first < slices) fragments[0].read(a_slices + a_place, b_slices + b_place, 0);
  int stage = 0;
  const auto add_slice = [&](std::size_t slice, auto whole) {
    const double* const a_slice = a_slices + stage * Tile::a_elements + a_place;
    const double* const b_slice = b_slices + stage * Tile::b_elements + b_place;
    start_copy(slice + Tile::stages - 1, stage == 0 ? Tile::stages - 1 : stage - 1, whole);
    stage = stage + 1 == Tile::stages ? 0 : stage + 1;
    constexpr int steps = Tile::depth / 8;
#pragma unroll
    for (int step = 0; step < steps; ++step) {
      // What the next step needs is read before this one's products; across the barrier, too. After the last
      // slice that is the same again, which costs less than a branch.
      if (step + 1 < steps) {
        fragments[(step + 1) % 2].read(a_slice, b_slice, 8 * (step + 1));
      } else {
        __pipeline_wait_prior(Tile::stages - 2);
        __syncthreads();  // the next slice is there for all, and all have read the last of this one
        const bool last = !decltype(whole)::value && slice + 1 == slices;
        fragments[0].read(last ? a_slice : a_slices + stage * Tile::a_elements + a_place,
                          last ? b_slice : b_slices + stage * Tile::b_elements + b_place, 0);
      }
      if (!idle) fragments[step % 2].multiply(sums);
    }
  };
  // The first loop is the fast one: nothing in it depends on where the matrices end.
  std::size_t slice = first;
  for (; slice + Tile::stages - 1 < whole_slices; ++slice) add_slice(slice, std::true_type{});
  for (; slice < slices; ++slice) add_slice(slice, std::false_type{});

  const bool is_part = parts.is_split(tile);
  if (is_part) {
    c = part_of<Tile>(partial, parts);
    add = false;
    c_aligned = true;
  }
  const std::size_t top = is_part ? 0 : place.row, left = is_part ? 0 : place.column;
#pragma unroll
  for (int i = 0; i < Fragments<Tile>::down; ++i) {
#pragma unroll
    for (int h = 0; h < 2; ++h) {
      const std::size_t row = top + warp_row + 16 * i + 8 * h + lane / 4;
      if (row >= c.rows) break;
#pragma unroll
      for (int j = 0; j < Fragments<Tile>::across; ++j) {
#pragma unroll
        for (int x = 0; x < 2; ++x) {
          const std::size_t column = left + warp_column + 16 * j + 4 * (lane % 4) + 2 * x;
          double* const to = c.data + row * c.stride + column;
          const Pair found = {sums[i][2 * j][2 * h + x], sums[i][2 * j + 1][2 * h + x]};
          if (c_aligned && column + 2 <= c.columns) {
            auto* const to_pair = reinterpret_cast<Pair*>(to);
            Pair values = add ? *to_pair : Pair{};
            values.values[0] += found.values[0];
            values.values[1] += found.values[1];
            *to_pair = values;
          } else {
            if (column < c.columns) to[0] = (add ? to[0] : 0) + found.values[0];
            if (column + 1 < c.columns) to[1] = (add ? to[1] : 0) + found.values[1];
          }
        }
      }
    }
  }
}

}  // namespace kernels
