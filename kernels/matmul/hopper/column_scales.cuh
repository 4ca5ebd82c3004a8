#pragma once

// Powers of two that bring the columns of a matrix to Euclidean norms in [1, 2).

#include "kernels/common/matrix_view.hpp"
#include "kernels/gpu/cuda_check.hpp"

namespace kernels::hopper {

/// What is known of a column, or of a part of one: the sum of the squares, and all bits of the elements but the signs.
struct ColumnFacts {
  float squares;
  unsigned bits;
};

constexpr unsigned magnitude_mask = 0x7FFF'FFFF;

__device__ inline void add_element(ColumnFacts& facts, float element) {
  facts.squares += element * element;
  facts.bits |= __float_as_uint(element) & magnitude_mask;
}

__device__ inline void add_facts(ColumnFacts& facts, ColumnFacts others) {
  facts.squares += others.squares;
  facts.bits |= others.bits;
}

/// What a column is multiplied by. A norm that is beyond 2^60 or below 2^-60, or no number, is a finding.
__device__ inline float scale_of(ColumnFacts column, unsigned* out_of_reach) {
  constexpr int largest_exponent = 60, bias = 127;
  if (column.bits == 0) return 1;
  const int exponent = static_cast<int>(__float_as_uint(sqrtf(column.squares)) >> 23) - bias;
  if (exponent < -largest_exponent || exponent > largest_exponent) {
    *out_of_reach = 1;
    return 1;
  }
  return __uint_as_float(static_cast<unsigned>(bias - exponent) << 23);
}

constexpr int column_lanes = 32, column_threads = 256, column_rows = column_threads / column_lanes;
constexpr std::size_t chunk_rows = 256;

/// A block 32 columns of 256 rows, whose facts go to a row of `chunks`.
static __global__ void __launch_bounds__(column_threads)
    look_at_columns(MatrixView<const float> b, ColumnFacts* chunks) {
  __shared__ ColumnFacts of_rows[column_rows][column_lanes];
  const unsigned lane = threadIdx.x % column_lanes, down = threadIdx.x / column_lanes;
  const std::size_t column = std::size_t{blockIdx.x} * column_lanes + lane;
  const std::size_t first = std::size_t{blockIdx.y} * chunk_rows, end = min(first + chunk_rows, b.rows);
  ColumnFacts facts{};
  if (column < b.columns) {
#pragma unroll 8
    for (std::size_t k = first + down; k < end; k += column_rows)
      add_element(facts, b.data[k * b.stride + column]);
  }
  of_rows[down][lane] = facts;
  __syncthreads();
  if (down != 0 || column >= b.columns) return;
  for (int row = 1; row < column_rows; ++row) add_facts(facts, of_rows[row][lane]);
  chunks[blockIdx.y * b.columns + column] = facts;
}

/// A thread a column: the same sum in every run, unlike one by atomics, and with it the same scale. There may be more
/// scales than columns: 1.
static __global__ void scale_columns(const ColumnFacts* chunks, std::size_t chunk_count, std::size_t columns,
                                     float* scales, std::size_t scale_count, unsigned* out_of_reach) {
  const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (column >= scale_count) return;
  ColumnFacts facts{};
  for (std::size_t chunk = 0; chunk < chunk_count && column < columns; ++chunk) {
    add_facts(facts, chunks[chunk * columns + column]);
  }
  scales[column] = scale_of(facts, out_of_reach);
}

}  // namespace kernels::hopper
