// Batches of products on tensor cores, as accurate as float32 arithmetic: three products of TF32 terms, as in
// matmul/hopper/matmul_gpu_tensor_tf32x3.cu, which has the sources. There both factors are split into terms beforehand,
// in memory. Here that would double the traffic, which limits small products. So a thread splits what it has just read
// from shared memory, by cutting off the last 13 bits. The term that is left is exact; the tensor cores cut off its
// last bits. So each product errs by at most 12 units of 2^-24, which the bound of sums of 32 or more allows; shorter
// sums are for gpu-whole-factors or gpu-register-tiles.
//
// A block computes a tile of one product. Slices of both factors come by asynchronous copies, in vectors of 16 bytes
// also where rows are not aligned: a row is then as far from the start of its vector in shared memory as it is in
// memory. That distance is the same for all rows that a thread reads, as they are a multiple of 4 apart.
//
// The terms hold what they should only for numbers from 2^-50 on and below 2^127; each thread looks at what it has copied
// itself, and for infinities and NaN at its sums. A tile that had any is computed again in float32.
//
// On compute capability 9.0 matmul/hopper/fused_split.cuh does the same by wgmma, in 0.50, 0.79 and 5.1 ms for 10,000
// products of 96, 128 and 256 on an H200, where cuBLAS takes 0.70, 1.1 and 7.0 and mma.sync 0.49, 0.88 and 6.3
// (laboratory/notes/matmul-batch.md).

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>

#include "kernels/common/rounded_up.hpp"
#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/shared_memory.hpp"
#include "kernels/matmul/async_copy.cuh"
#include "kernels/matmul/hopper/fused_products.hpp"
#include "kernels/matmul/hopper/whole_products.hpp"
#include "kernels/matmul_batch/batch_grid.hpp"

namespace kernels {

MatmulBatchDeviceFunction matmul_batch_gpu_register_tiles, matmul_batch_gpu_whole_factors;

namespace {

/// What a block computes, Rows x Columns elements of a product, and a warp of it, WarpRows x WarpColumns, by slices that
/// are 32 deep. Rows of a and b lie so far apart in shared memory that fragments are read without bank conflicts.
template <int Rows, int Columns, int WarpRows, int WarpColumns, int BlocksAtOnce>
struct BatchTile {
  static constexpr int rows = Rows, columns = Columns, warp_rows = WarpRows, warp_columns = WarpColumns;
  static constexpr int blocks_at_once = BlocksAtOnce;
  static constexpr int depth = 32, stages = 2;
  static constexpr int warps_across = Columns / WarpColumns;
  static constexpr int threads = 32 * (Rows / WarpRows) * warps_across;
  static constexpr int a_stride = depth + 4, b_stride = Columns + 8;
  static constexpr int a_elements = Rows * a_stride, b_elements = depth * b_stride;
  static constexpr int shared_bytes = stages * (a_elements + b_elements) * static_cast<int>(sizeof(float));
  static_assert(Rows % WarpRows == 0 && Columns % WarpColumns == 0 && WarpRows % 16 == 0 &&
                WarpColumns % 8 == 0);
  static_assert(a_stride % 32 == 4 && b_stride % 8 == 0);
};

/// A number in two terms, `large` of TF32's 11 bits and what is left.
struct Terms {
  unsigned large, small;
};
__device__ inline Terms split(float number) {
  const unsigned large = __float_as_uint(number) & 0xffffe000u;
  return {large, __float_as_uint(number - __uint_as_float(large))};
}

/// sums += a b for 16 x 8 elements and 8 steps of the sum.
__device__ inline void multiply_terms(float (&sums)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
#if __CUDA_ARCH__ >= 800
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}

/// How many elements a row lies behind the start of a vector of 16 bytes.
template <bool Aligned>
__device__ inline int shift_of(const float* row) {
  return Aligned ? 0 : static_cast<int>(reinterpret_cast<std::uintptr_t>(row) / sizeof(float) % 4);
}

/// A block's slices of one factor: Rows x Columns elements from (row, column) on, zeros outside of the matrix, which has
/// fewer than 2^31 elements.
template <class Tile, bool Aligned, int Rows, int Columns, int Stride>
class FactorSlice {
 public:
  /// `rows`, `columns`: how much of it is needed at all.
  __device__ FactorSlice(MatrixView<const float> matrix, int rows, int columns)
      : data_(matrix.data),
        all_rows_(static_cast<int>(matrix.rows)),
        all_columns_(static_cast<int>(matrix.columns)),
        all_stride_(static_cast<int>(matrix.stride)),
        rows_(rows),
        columns_(columns) {}

  __device__ void start_copy(float* to_shared, int row, int column) const {
    const int columns = min(all_columns_ - column, Columns), rows = all_rows_ - row;
    const float* const from_first = data_ + row * all_stride_ + column;
    for_each([&](int r, int c) {
      const float* const from_row = from_first + r * all_stride_;
      if constexpr (Aligned) {
        const bool is_inside = r < rows && c < columns;
        copy_async<16>(to_shared + r * Stride + c, is_inside ? from_row + c : data_, is_inside ? 16 : 0);
      } else {
        const int first = c - shift_of<Aligned>(from_row);
        const int valid = r < rows ? max(min(columns - first, 4), 0) : 0;
        copy_vector(to_shared + r * Stride + c, from_row + first, valid);
      }
    });
  }

  /// The least magnitude but zero that this thread has copied, as twice its bits, less one.
  __device__ unsigned least(const float* shared) const {
    unsigned least = ~0u;
    for_each([&](int r, int c) {
      const uint4 bits = *reinterpret_cast<const uint4*>(shared + r * Stride + c);
      least = min(least, min(min(2 * bits.x - 1, 2 * bits.y - 1), min(2 * bits.z - 1, 2 * bits.w - 1)));
    });
    return least;
  }

 private:
  static constexpr int across = Columns / 4 + (Aligned ? 0 : 1);

  template <class Action>
  __device__ void for_each(Action action) const {
#pragma unroll 4
    for (int i = static_cast<int>(threadIdx.x); i < rows_ * across; i += Tile::threads) {
      if (i % across * 4 < columns_ + (Aligned ? 0 : 4)) action(i / across, i % across * 4);
    }
  }

  /// The first `valid` of 4 elements, the first of which may lie in the row before; nothing outside of the matrix is read.
  __device__ void copy_vector(float* to_shared, const float* from, int valid) const {
    const float* const end = data_ + (all_rows_ - 1) * all_stride_ + all_columns_;
    if (valid == 0 || (from >= data_ && from + 4 <= end)) {
      const auto nowhere = reinterpret_cast<const float*>(reinterpret_cast<std::uintptr_t>(data_) / 16 * 16);
      copy_async<16>(to_shared, valid > 0 ? from : nowhere, 4 * valid);
      return;
    }
    for (int i = 0; i < 4; ++i) {
      const bool is_inside = from + i >= data_ && i < valid;
      copy_async<4>(to_shared + i, is_inside ? from + i : data_, is_inside ? 4 : 0);
    }
  }

  const float* data_;
  int all_rows_, all_columns_, all_stride_, rows_, columns_;
};

/// Adds 8 steps of the sum. `a` and `b` point to the first element that the thread reads of each.
template <class Tile>
__device__ inline void add_steps(const float* a, const float* b,
                                 float (&sums)[Tile::warp_rows / 16][Tile::warp_columns / 8][4]) {
  constexpr int down = Tile::warp_rows / 16, across = Tile::warp_columns / 8;
  unsigned a_large[down][4], a_small[down][4], b_large[across][2], b_small[across][2];
#pragma unroll
  for (int m = 0; m < down; ++m) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const Terms terms = split(a[(16 * m + i % 2 * 8) * Tile::a_stride + i / 2 * 4]);
      a_large[m][i] = terms.large;
      a_small[m][i] = terms.small;
    }
  }
#pragma unroll
  for (int n = 0; n < across; ++n) {
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      const Terms terms = split(b[4 * i * Tile::b_stride + 8 * n]);
      b_large[n][i] = terms.large;
      b_small[n][i] = terms.small;
    }
  }
  const auto multiply_all = [&](const unsigned(&a_terms)[down][4], const unsigned(&b_terms)[across][2]) {
#pragma unroll
    for (int m = 0; m < down; ++m) {
#pragma unroll
      for (int n = 0; n < across; ++n) multiply_terms(sums[m][n], a_terms[m], b_terms[n]);
    }
  };
  multiply_all(a_small, b_large);
  multiply_all(a_large, b_small);
  multiply_all(a_large, b_large);
}

/// Where a warp's elements begin in c, and one thread's rows and columns in those of the warp.
struct WarpPlace {
  int row, column, thread_row, thread_column;
};

/// Writes a thread's sums; false where one is infinite or NaN.
template <class Tile>
__device__ inline bool store_terms(const float (&sums)[Tile::warp_rows / 16][Tile::warp_columns / 8][4],
                                   MatrixView<float> c, WarpPlace place, bool in_pairs) {
  bool is_finite = true;
#pragma unroll
  for (int m = 0; m < Tile::warp_rows / 16; ++m) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const std::size_t row = place.row + 16 * m + 8 * half + place.thread_row;
      if (row >= c.rows) break;
#pragma unroll
      for (int n = 0; n < Tile::warp_columns / 8; ++n) {
        const std::size_t column = place.column + 8 * n + 2 * place.thread_column;
        const float first = sums[m][n][2 * half], second = sums[m][n][2 * half + 1];
        float* const to = c.data + row * c.stride + column;
        if (column >= c.columns) break;
        const bool has_second = column + 1 < c.columns;
        is_finite &= std::isfinite(first) && (!has_second || std::isfinite(second));
        if (in_pairs && has_second) {
          *reinterpret_cast<float2*>(to) = {first, second};
        } else {
          to[0] = first;
          if (has_second) to[1] = second;
        }
      }
    }
  }
  return is_finite;
}

/// A tile in float32, an element a thread: as slow as it is rare.
template <class Tile>
__device__ inline void compute_in_float32(MatrixView<const float> a, MatrixView<const float> b,
                                          MatrixView<float> c, int first_row, int first_column) {
  for (int i = static_cast<int>(threadIdx.x); i < Tile::rows * Tile::columns; i += Tile::threads) {
    const std::size_t row = first_row + i / Tile::columns, column = first_column + i % Tile::columns;
    if (row >= c.rows || column >= c.columns) continue;
    float sum = 0;
    for (std::size_t k = 0; k < a.columns; ++k)
      sum += a.data[row * a.stride + k] * b.data[k * b.stride + column];
    c.data[row * c.stride + column] = sum;
  }
}

template <class Tile, bool Aligned>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks_at_once)
    multiply_batch_terms(MatrixBatch<const float> a_batch, MatrixBatch<const float> b_batch,
                         MatrixBatch<float> c_batch, int tiles_across, int tiles, bool c_in_pairs) {
  extern __shared__ __align__(16) float slices[];
  const MatrixView<const float> a = a_batch.at(blockIdx.x / tiles), b = b_batch.at(blockIdx.x / tiles);
  const MatrixView<float> c = c_batch.at(blockIdx.x / tiles);
  const int tile = static_cast<int>(blockIdx.x) % tiles;
  const int first_row = tile / tiles_across * Tile::rows, first_column = tile % tiles_across * Tile::columns;
  const int depth = static_cast<int>(a.columns), slice_count = (depth + Tile::depth - 1) / Tile::depth;
  const int rows = min(Tile::rows, rounded_up(static_cast<int>(c.rows) - first_row, Tile::warp_rows));
  const int columns =
      min(Tile::columns, rounded_up(static_cast<int>(c.columns) - first_column, Tile::warp_columns));
  const FactorSlice<Tile, Aligned, Tile::rows, Tile::depth, Tile::a_stride> a_slice(a, rows, Tile::depth);
  const FactorSlice<Tile, Aligned, Tile::depth, Tile::columns, Tile::b_stride> b_slice(b, Tile::depth,
                                                                                       columns);
  const auto a_shared = [&](int slice) { return slices + slice % Tile::stages * Tile::a_elements; };
  const auto b_shared = [&](int slice) {
    return slices + Tile::stages * Tile::a_elements + slice % Tile::stages * Tile::b_elements;
  };
  const auto start_copy = [&](int slice) {
    if (slice < slice_count) {
      a_slice.start_copy(a_shared(slice), first_row, slice * Tile::depth);
      b_slice.start_copy(b_shared(slice), slice * Tile::depth, first_column);
    }
    __pipeline_commit();
  };

  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const int warp_row = warp / Tile::warps_across * Tile::warp_rows;
  const int warp_column = warp % Tile::warps_across * Tile::warp_columns;
  const WarpPlace place = {first_row + warp_row, first_column + warp_column, lane / 4, lane % 4};
  const bool has_work = place.row < static_cast<int>(c.rows) && place.column < static_cast<int>(c.columns);
  const int a_place = (warp_row + lane / 4) * Tile::a_stride + lane % 4 +
                      shift_of<Aligned>(a.data + static_cast<std::size_t>(lane / 4) * a.stride);
  const int b_place = lane % 4 * Tile::b_stride + warp_column + lane / 4 +
                      shift_of<Aligned>(b.data + static_cast<std::size_t>(lane % 4) * b.stride);
  float sums[Tile::warp_rows / 16][Tile::warp_columns / 8][4] = {};
  unsigned least = ~0u;
  for (int slice = 0; slice < Tile::stages - 1; ++slice) start_copy(slice);
  for (int slice = 0; slice < slice_count; ++slice) {
    __pipeline_wait_prior(Tile::stages - 2);
    least = min(least, min(a_slice.least(a_shared(slice)), b_slice.least(b_shared(slice))));
    __syncthreads();  // the slice is there for all, and all are done with the one before
    start_copy(slice + Tile::stages - 1);
    if (!has_work) continue;
    const float* const a_own = a_shared(slice) + a_place;
    const float* const b_own = b_shared(slice) + b_place;
    const int steps = min(Tile::depth, depth - slice * Tile::depth);
#pragma unroll 2
    for (int k = 0; k < steps; k += 8) add_steps<Tile>(a_own + k, b_own + k * Tile::b_stride, sums);
  }
  constexpr unsigned least_split = 2 * ((127u - 50u) << 23) - 1;
  const bool is_finite = store_terms<Tile>(sums, c, place, c_in_pairs);
  if (__syncthreads_or(least < least_split || !is_finite)) {
    compute_in_float32<Tile>(a, b, c, first_row, first_column);
  }
}

template <class Tile, bool Aligned>
void launch_tiles(MatrixBatch<const float> a, MatrixBatch<const float> b, MatrixBatch<float> c,
                  GpuStream stream) {
  const std::size_t down = (c.first.rows + Tile::rows - 1) / Tile::rows;
  const std::size_t across = (c.first.columns + Tile::columns - 1) / Tile::columns;
  auto* const kernel = &multiply_batch_terms<Tile, Aligned>;
  permit_shared_memory<multiply_batch_terms<Tile, Aligned>>(Tile::shared_bytes, "multiply_batch_terms");
  launch_in_grids(a, b, c, 1, down * across, [&](auto part_a, auto part_b, auto part_c, unsigned blocks) {
    kernel<<<blocks, Tile::threads, Tile::shared_bytes, stream>>>(
        part_a, part_b, part_c, static_cast<int>(across), static_cast<int>(down * across),
        batch_is_aligned(c, 2));
    check_launch("matmul_batch_gpu_tensor_tf32x3");
  });
}

template <class Tile>
void launch(MatrixBatch<const float> a, MatrixBatch<const float> b, MatrixBatch<float> c, GpuStream stream) {
  if (is_in_vectors(a) && is_in_vectors(b)) return launch_tiles<Tile, true>(a, b, c, stream);
  launch_tiles<Tile, false>(a, b, c, stream);
}

/// What it takes to compute an element of tiles with this side, where the H200 was seen to be, as a multiple of the
/// best; times the elements of the tiles, those outside of the product included.
double cost(std::size_t rows, std::size_t columns, std::size_t side, double element) {
  return element *
         static_cast<double>((rows + side - 1) / side * side * ((columns + side - 1) / side * side));
}

}  // namespace

void matmul_batch_gpu_tensor_tf32x3(MatrixBatch<const float> a, MatrixBatch<const float> b,
                                    MatrixBatch<float> c, GpuStream stream) {
  constexpr std::size_t most_elements = 1 << 30, least_depth = 32, most_of_whole_factors = 56;
  const std::size_t m = c.first.rows, n = c.first.columns, k = a.first.columns;
#ifdef WARP_JUDGE_HAS_HOPPER
  static const bool is_hopper = hopper_supported().available;
  const hopper::ProductBatch products{a.first, b.first, c.first, c.count, a.distance, b.distance, c.distance};
  if (is_hopper && hopper::multiply_whole_if_faster(products, stream)) return;
#endif
  if (std::max({m, n, k}) <= most_of_whole_factors || (k < least_depth && std::max(m, n) <= 64)) {
    return matmul_batch_gpu_whole_factors(a, b, c, stream);
  }
#ifdef WARP_JUDGE_HAS_HOPPER
  if (is_hopper && hopper::can_fuse(products)) return hopper::multiply_fused(products, stream);
#endif
  if (k < least_depth || std::max({m * a.first.stride, k * b.first.stride, m * n}) > most_elements) {
    return matmul_batch_gpu_register_tiles(a, b, c, stream);
  }
  const double costs[] = {cost(m, n, 48, 1.76), cost(m, n, 64, 1.32), cost(m, n, 80, 1.62),
                          cost(m, n, 96, 1.21), cost(m, n, 128, 1)};
  switch (std::ranges::min_element(costs) - std::begin(costs)) {
    case 0:
      return launch<BatchTile<48, 48, 48, 16, 5>>(a, b, c, stream);
    case 1:
      return launch<BatchTile<64, 64, 32, 32, 4>>(a, b, c, stream);
    case 2:
      return launch<BatchTile<80, 80, 80, 16, 2>>(a, b, c, stream);
    case 3:
      return launch<BatchTile<96, 96, 48, 32, 2>>(a, b, c, stream);
    default:
      return launch<BatchTile<128, 128, 64, 32, 2>>(a, b, c, stream);
  }
}

}  // namespace kernels
