// Strassen's method on CUDA cores: c's quarters by seven products of sums of quarters, where the definition takes
// eight; and with a second level each of these by seven products of half the size, 49 instead of 64. One pass over each
// factor makes the factors of all products, one launch multiplies them as gpu-register-tiles does, and one pass over
// the products makes c. (Strassen, "Gaussian Elimination is not Optimal", Numerische Mathematik 13, 1969; the sums
// fused into passes: Benson and Ballard, "A Framework for Practical Parallel Fast Matrix Multiplication", 2015.)
//
// What the sums cost: passes write and read 7/4 of each matrix for a level, 49/16 for two, at the rate of memory. What
// they cost in accuracy: an element's error is no longer bounded by the magnitudes of the products that make it, but by
// norms, as elements of other rows and columns take part in it. So that these are of one size, the rows of a and the
// columns of b are first multiplied by powers of two, to a norm in [1, 2), and c's elements by their inverses
// afterwards. Then |error| <= 6 K u |a_i| |b_j| for one level and 36 for two, with Euclidean norms, u = 2^-24, and terms
// of order u^2 left out: a product of sums has 4, or 16, times the norms of what the definition multiplies, and an
// element of c is a sum of up to 4, or 16, of them. (Scaling: Ballard, Benson, Druinsky, Lipshitz and Schwartz,
// "Improving the Numerical Stability of Fast Matrix Multiplication", 2016.) NOTES.md has measured errors.
//
// Factors with infinities, NaN, or lines whose norms are beyond 2^60 or below 2^-60, are multiplied as by
// gpu-register-tiles. For compute capability 9.0 alone, as the products are those of hopper/register_tiles.cu.

#include <cstddef>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/matmul/hopper/float32_fallback.hpp"
#include "kernels/matmul/hopper/line_scales.cuh"
#include "kernels/matmul/hopper/register_tiles.hpp"
#include "kernels/matmul/hopper/strassen.hpp"
#include "kernels/matmul/hopper/strassen_sums.cuh"
#include "kernels/matmul/pooled_memory.hpp"

namespace kernels {
namespace {

using namespace hopper;

/// The sizes of a part of each matrix: m x k of a, k x n of b.
struct PartShape {
  std::size_t m, k, n;
};

/// Four elements of a row, zeros outside of the matrix. `whole`: all are inside and aligned.
template <bool whole>
__device__ Vector16<float> read_four(MatrixView<const float> matrix, bool aligned, std::size_t row,
                                     std::size_t column) {
  const float* const from = matrix.data + row * matrix.stride + column;
  if constexpr (whole) return *reinterpret_cast<const Vector16<float>*>(from);
  Vector16<float> four{};
  if (row >= matrix.rows) return four;
  if (aligned && column + 4 <= matrix.columns) return *reinterpret_cast<const Vector16<float>*>(from);
#pragma unroll
  for (int v = 0; v < 4; ++v) {
    if (column + v < matrix.columns) four.values[v] = from[v];
  }
  return four;
}

/// Four elements at (row, column) of each part of a matrix, whose parts are of rows x columns.
template <int Levels, bool whole>
__device__ void read_parts(MatrixView<const float> matrix, bool aligned, std::size_t rows,
                           std::size_t columns, std::size_t row, std::size_t column,
                           Vector16<float> (&values)[power(4, Levels)]) {
#pragma unroll
  for (int p = 0; p < power(4, Levels); ++p) {
    const PartPlace place = part_place<Levels>(p);
    values[p] = read_four<whole>(matrix, aligned, place.row * rows + row, place.column * columns + column);
  }
}

/// The same, faster where all that the block reads is there: what stands before (end_row, end_column) of each part.
template <int Levels>
__device__ void read_parts(MatrixView<const float> matrix, bool aligned, std::size_t rows,
                           std::size_t columns, std::size_t row, std::size_t column, std::size_t end_row,
                           std::size_t end_column, Vector16<float> (&values)[power(4, Levels)]) {
  constexpr std::size_t last = power(2, Levels) - 1;
  if (aligned && last * rows + end_row <= matrix.rows && last * columns + end_column <= matrix.columns) {
    read_parts<Levels, true>(matrix, aligned, rows, columns, row, column, values);
  } else {
    read_parts<Levels, false>(matrix, aligned, rows, columns, row, column, values);
  }
}

constexpr int sum_threads = 256, side = 32;  // of a block's tile, a vector a thread
static_assert(sum_threads * 4 == side * side);

/// The left factors, transposed and side by side: k rows of (products m) elements. A block makes all of them at one
/// place of 32 x 32.
template <int Levels>
__global__ void __launch_bounds__(sum_threads, 2)
    make_left_factors(MatrixView<const float> a, bool aligned, const float* scales, PartShape part,
                      float* to) {
  constexpr int parts = power(4, Levels), products = power(strassen_products, Levels);
  __shared__ float tile[2][side][side + 1];
  const int down = static_cast<int>(threadIdx.x) / 8, across = static_cast<int>(threadIdx.x) % 8 * 4;
  const std::size_t first_row = std::size_t{blockIdx.x} * side, first_k = std::size_t{blockIdx.y} * side;
  Vector16<float> values[parts] = {};
  if (first_k + across < part.k) {  // which is a multiple of 4
    read_parts<Levels>(a, aligned, part.m, part.k, first_row + down, first_k + across, first_row + side,
                       first_k + side, values);
  }
#pragma unroll
  for (int p = 0; p < parts; ++p) {
    const std::size_t row = part_place<Levels>(p).row * part.m + first_row + down;
    const float scale = row < a.rows ? scales[row] : 0;
#pragma unroll
    for (int v = 0; v < 4; ++v) tile[p % 2][down][across + v] = values[p].values[v] * scale;
    __syncthreads();  // two tiles take turns, so that one barrier is enough
#pragma unroll
    for (int v = 0; v < 4; ++v) values[p].values[v] = tile[p % 2][across + v][down];
  }
  const std::size_t k = first_k + down;
  if (k >= part.k) return;
  float* const row = to + k * (products * part.m) + first_row + across;
  for_each_factor<Levels, LeftSigns>(values, [&](int product, const Vector16<float>& sum) {
    *reinterpret_cast<Vector16<float>*>(row + product * part.m) = sum;
  });
}

/// The right factors, one below the other: (products k) rows of n elements.
template <int Levels>
__global__ void __launch_bounds__(sum_threads, 2)
    make_right_factors(MatrixView<const float> b, bool aligned, const float* scales, PartShape part,
                       float* to) {
  constexpr int parts = power(4, Levels), block_rows = sum_threads / side;
  const std::size_t first_column = std::size_t{blockIdx.x} * side * 4,
                    first_k = std::size_t{blockIdx.y} * block_rows;
  const std::size_t column = first_column + threadIdx.x % side * 4, k = first_k + threadIdx.x / side;
  if (column >= part.n || k >= part.k) return;
  Vector16<float> values[parts];
  read_parts<Levels>(b, aligned, part.k, part.n, k, column, first_k + block_rows, first_column + 4 * side,
                     values);
#pragma unroll
  for (int p = 0; p < parts; ++p) {
    const auto four_scales =
        *reinterpret_cast<const Vector16<float>*>(scales + part_place<Levels>(p).column * part.n + column);
#pragma unroll
    for (int v = 0; v < 4; ++v) values[p].values[v] *= four_scales.values[v];
  }
  float* const from_k = to + k * part.n + column;
  for_each_factor<Levels, RightSigns>(values, [&](int product, const Vector16<float>& sum) {
    *reinterpret_cast<Vector16<float>*>(from_k + product * part.k * part.n) = sum;
  });
}

/// c of the products, one below the other: (products m) rows of n elements.
template <int Levels>
__global__ void __launch_bounds__(sum_threads, 2)
    add_up_products(const float* products, PartShape part, const float* row_scales,
                    const float* column_scales, MatrixView<float> c, bool aligned) {
  constexpr int parts = power(4, Levels);
  const std::size_t column = (std::size_t{blockIdx.x} * side + threadIdx.x % side) * 4;
  const std::size_t row = std::size_t{blockIdx.y} * (sum_threads / side) + threadIdx.x / side;
  if (column >= part.n || row >= part.m) return;
  const float* const from = products + row * part.n + column;
  Vector16<float> sums[parts] = {};
  add_products<Levels>(sums, [&](int product) {
    return *reinterpret_cast<const Vector16<float>*>(from + product * part.m * part.n);
  });
#pragma unroll
  for (int p = 0; p < parts; ++p) {
    const PartPlace place = part_place<Levels>(p);
    const std::size_t in_row = place.row * part.m + row, in_column = place.column * part.n + column;
    if (in_row >= c.rows) continue;
    float* const to = c.data + in_row * c.stride + in_column;
    const float row_back = 1 / row_scales[in_row];
    const auto four_scales = *reinterpret_cast<const Vector16<float>*>(column_scales + in_column);
#pragma unroll
    for (int v = 0; v < 4; ++v) sums[p].values[v] *= row_back * (1 / four_scales.values[v]);
    if (aligned && in_column + 4 <= c.columns) {
      *reinterpret_cast<Vector16<float>*>(to) = sums[p];
      continue;
    }
#pragma unroll
    for (int v = 0; v < 4; ++v) {
      if (in_column + v < c.columns) to[v] = sums[p].values[v];
    }
  }
}

std::size_t rounded_up(std::size_t size, std::size_t multiple) {
  return (size + multiple - 1) / multiple * multiple;
}

unsigned blocks_for(std::size_t size, std::size_t each) {
  return static_cast<unsigned>((size + each - 1) / each);
}

template <int Levels>
void multiply(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c, GpuStream stream) {
  constexpr std::size_t products = power(strassen_products, Levels), halves = power(2, Levels);
  const auto part_of = [](std::size_t size, std::size_t multiple) {
    return rounded_up((size + halves - 1) / halves, multiple);
  };
  const PartShape part{part_of(c.rows, layer_row_multiple), part_of(a.columns, layer_depth_multiple),
                       part_of(c.columns, 4)};
  const std::size_t left = products * part.m * part.k, right = products * part.k * part.n;
  const std::size_t rows = rounded_up(c.rows, 4), columns = halves * part.n;
  const std::size_t chunks = (b.rows + chunk_rows - 1) / chunk_rows, words_before = 4;
  static_assert(sizeof(LineFacts) == 2 * sizeof(float));
  const std::size_t lines = words_before + rows + columns + rounded_up(2 * chunks * b.columns, 4);
  const PooledMemory memory((lines + left + right + products * part.m * part.n) * sizeof(float), stream);
  auto* const out_of_reach = static_cast<unsigned*>(memory.data());
  float* const row_scales = static_cast<float*>(memory.data()) + words_before;
  float* const column_scales = row_scales + rows;
  auto* const column_chunks = reinterpret_cast<LineFacts*>(column_scales + columns);
  float* const left_factors = static_cast<float*>(memory.data()) + lines;
  float* const right_factors = left_factors + left;
  float* const all_products = right_factors + right;

  check_cuda(cudaMemsetAsync(out_of_reach, 0, sizeof(unsigned), stream), "memset of a finding");
  scale_rows<<<static_cast<unsigned>(a.rows), row_threads, 0, stream>>>(a, row_scales, out_of_reach);
  check_launch("scale_rows");
  look_at_columns<<<dim3(blocks_for(b.columns, column_lanes), static_cast<unsigned>(chunks)), column_threads,
                    0, stream>>>(b, column_chunks);
  check_launch("look_at_columns");
  scale_columns<<<blocks_for(columns, sum_threads), sum_threads, 0, stream>>>(
      column_chunks, chunks, b.columns, column_scales, columns, out_of_reach);
  check_launch("scale_columns");
  make_left_factors<Levels>
      <<<dim3(blocks_for(part.m, side), blocks_for(part.k, side)), sum_threads, 0, stream>>>(
          a, rows_are_aligned(a), row_scales, part, left_factors);
  check_launch("make_left_factors");
  const unsigned across = blocks_for(part.n, 4 * side);
  make_right_factors<Levels>
      <<<dim3(across, blocks_for(part.k, sum_threads / side)), sum_threads, 0, stream>>>(
          b, rows_are_aligned(b), column_scales, part, right_factors);
  check_launch("make_right_factors");
  multiply_layers({left_factors, part.k, products * part.m, products * part.m},
                  {right_factors, products * part.k, part.n, part.n},
                  {all_products, products * part.m, part.n, part.n}, products, Into::empty, stream);
  add_up_products<Levels><<<dim3(across, blocks_for(part.m, sum_threads / side)), sum_threads, 0, stream>>>(
      all_products, part, row_scales, column_scales, c, rows_are_aligned(c));
  check_launch("add_up_products");
  multiply_in_float32_if({out_of_reach, 1}, a, b, c, Into::empty, stream);
}

}  // namespace

void hopper::multiply_strassen(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c,
                               int levels, GpuStream stream) {
  levels == 1 ? multiply<1>(a, b, c, stream) : multiply<2>(a, b, c, stream);
}

void matmul_gpu_strassen(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c,
                         GpuStream stream) {
  const int levels = hopper::strassen_levels(a.rows, a.columns, b.columns);
  if (levels == 0) return multiply_register_tiles(a, b, c, Into::empty, stream);
  hopper::multiply_strassen(a, b, c, levels, stream);
}

}  // namespace kernels
