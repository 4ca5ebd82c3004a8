#pragma once

// The rows of a and the columns of b as lines of integers, and these as residues of every modulus; and back
// from the residues of the product to c. The lines of either factor lie as wgmma wants them, along k: b is
// transposed.

#include "kernels/common/matrix_view.hpp"
#include "kernels/matmul/blocks.cuh"
#include "kernels/matmul/hopper/cluster_tiles.cuh"
#include "kernels/matmul/hopper/recombination.hpp"
#include "kernels/matmul/hopper/residue_planes.hpp"

namespace kernels::hopper {

constexpr int residue_threads = 256;
constexpr int norm_rows = 64;  ///< of b, whose squares a thread adds
constexpr int column_tile = 32, column_tile_depth = 128;
/// Bounds of squared norms. Others need float64.
constexpr double least_squared_norm = 0x1p-800, largest_squared_norm = 0x1p+800;

/// What is known of the rows of a or the columns of b, in device memory.
struct IntegerLines {
  int* exponents;    ///< of the powers of two by which they are multiplied
  unsigned* smalls;  ///< how many of their integers are small, zeros up to the planes' pitch included
};

/// Where kernels tell what they find; all begin as 0.
struct IntegerFindings {
  unsigned* need;     ///< 1: float64
  unsigned* rounded;  ///< 1: an integer is not all of its element
};

/// How the elements of a line become integers, and which of these are small: none, of a line of zeros.
struct IntegerLine {
  double scale, small;
  /// Integers of a line with this scale; 0: of zeros.
  __device__ IntegerLine(double scale_or_zero, double small_integer)
      : scale(scale_or_zero == 0 ? 1 : scale_or_zero), small(scale_or_zero == 0 ? 0 : small_integer) {}
  __device__ bool is_zero() const { return small == 0; }
};

/// The scale of a line of this squared norm, or 0. A norm out of reach, or not finite, is a finding.
__device__ inline double line_scale(double squared_norm, IntegerFindings findings, int& exponent) {
  exponent = 0;
  if (squared_norm == 0) return 0;
  if (squared_norm >= least_squared_norm && squared_norm <= largest_squared_norm) {
    exponent = line_exponent(squared_norm);
  } else {
    *findings.need = 1;
  }
  return power_of_two(exponent);
}

/// Four elements of a line become residues, at `to` and in the planes after it. Returns how many are small, and
/// sets `rounded` if an integer is not all of its element.
__device__ inline int split_into_residues(const double (&values)[4], IntegerLine line, std::uint8_t* to,
                                          std::size_t plane_bytes, bool& rounded) {
  BiasedInteger integers[4];
  int smalls = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const double scaled = values[i] * line.scale;
    const long long integer = __double2ll_rn(scaled);
    rounded |= static_cast<double>(integer) != scaled;
    smalls += fabs(scaled) < line.small;
    integers[i] = biased(integer);
  }
  for_each_modulus([&](auto modulus) {
    std::uint32_t bytes[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) bytes[i] = residue(integers[i], modulus);
    const std::uint32_t low = __byte_perm(bytes[0], bytes[1], 0x0040);
    *reinterpret_cast<std::uint32_t*>(to) = __byte_perm(low, __byte_perm(bytes[2], bytes[3], 0x0040), 0x5410);
    to += plane_bytes;
  });
  return smalls;
}

/// What thread 0 to residue_threads - 1 have, added in one order.
__device__ inline double block_sum(double value) {
  __shared__ double warp_sums[residue_threads / 32];
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(~0u, value, distance);
  if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = value;
  __syncthreads();
  double sum = 0;
#pragma unroll
  for (const double warp_sum : warp_sums) sum += warp_sum;
  return sum;
}

/// The rows of a, a block each. `aligned`: they can be read in vectors of 16 bytes.
static __global__ void __launch_bounds__(residue_threads)
    split_rows_into_residues(MatrixView<const double> a, bool aligned, double small, IntegerLines lines,
                             ResiduePlanes planes, IntegerFindings findings) {
  const std::size_t index = blockIdx.x;
  const double* const row = a.data + index * a.stride;
  const auto read = [&](std::size_t k, double(&values)[4]) {
    if (aligned && k + 4 <= a.columns) {
#pragma unroll
      for (int v = 0; v < 4; v += 2) {
        const double2 pair = *reinterpret_cast<const double2*>(row + k + v);
        values[v] = pair.x;
        values[v + 1] = pair.y;
      }
    } else {
#pragma unroll
      for (int i = 0; i < 4; ++i) values[i] = k + i < a.columns ? row[k + i] : 0;
    }
  };
  double squares = 0;
#pragma unroll 4
  for (std::size_t k = 4 * threadIdx.x; k < a.columns; k += 4 * residue_threads) {
    double values[4];
    read(k, values);
#pragma unroll
    for (const double value : values) squares += value * value;
  }
  int exponent;
  const IntegerLine line(line_scale(block_sum(squares), findings, exponent), small);
  bool rounded = false;
  int smalls = 0;
  for (std::size_t k = 4 * threadIdx.x; k < planes.pitch; k += 4 * residue_threads) {
    double values[4];
    read(k, values);
    smalls += split_into_residues(values, line, planes.line(0, index) + k, planes.bytes_of_one(), rounded);
  }
  smalls = __reduce_add_sync(~0u, smalls);
  if (threadIdx.x % 32 == 0 && smalls > 0) atomicAdd(&lines.smalls[index], static_cast<unsigned>(smalls));
  if (threadIdx.x == 0) lines.exponents[index] = exponent;
  if (rounded) *findings.rounded = 1;
  if (rounded && line.is_zero()) *findings.need = 1;  // squares of 0 of what is not 0
}

/// Sums of squares of norm_rows rows of b, a thread a column: those of a row of blocks behind each other.
static __global__ void __launch_bounds__(residue_threads)
    add_column_squares(MatrixView<const double> b, double* sums) {
  const std::size_t column = std::size_t{blockIdx.x} * residue_threads + threadIdx.x;
  if (column >= b.columns) return;
  for (std::size_t part = blockIdx.y; part * norm_rows < b.rows; part += gridDim.y) {
    const std::size_t first = part * norm_rows, end = min(first + norm_rows, b.rows);
    double squares = 0;
#pragma unroll 16
    for (std::size_t k = first; k < end; ++k) {
      const double value = b.data[k * b.stride + column];
      squares += value * value;
    }
    sums[part * b.columns + column] = squares;
  }
}

/// The exponents of the columns of b, of which there are `parts` such sums; a thread a column.
static __global__ void __launch_bounds__(residue_threads)
    find_column_exponents(const double* sums, std::size_t parts, std::size_t columns, IntegerLines lines,
                          double* scales, IntegerFindings findings) {
  const std::size_t column = std::size_t{blockIdx.x} * residue_threads + threadIdx.x;
  if (column >= columns) return;
  double squares = 0;
#pragma unroll 8
  for (std::size_t part = 0; part < parts; ++part) squares += sums[part * columns + column];
  scales[column] = line_scale(squares, findings, lines.exponents[column]);
}

/// The columns of b, through shared memory. `scales`: 0 for one of zeros. Where a group of lines is not full,
/// zeros stand for what it lacks.
static __global__ void __launch_bounds__(residue_threads)
    split_columns_into_residues(MatrixView<const double> b, const double* scales, double small,
                                IntegerLines lines, ResiduePlanes planes, IntegerFindings findings) {
  __shared__ __align__(16) double tile[column_tile][column_tile_depth + 2];
  const std::size_t first_column = std::size_t{blockIdx.x} * column_tile;
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  constexpr int warps = residue_threads / 32;
  bool saw_rounded = false;
  for (std::size_t first_k = std::size_t{blockIdx.y} * column_tile_depth; first_k < planes.pitch;
       first_k += std::size_t{gridDim.y} * column_tile_depth) {
    __syncthreads();
#pragma unroll
    for (int r = 0; r < column_tile_depth; r += warps) {
      const std::size_t k = first_k + r + warp, column = first_column + lane;
      tile[lane][r + warp] = k < b.rows && column < b.columns ? b.data[k * b.stride + column] : 0;
    }
    __syncthreads();
    const std::size_t k = first_k + 4 * lane;
#pragma unroll 1
    for (int inside = warp; inside < column_tile; inside += warps) {
      const std::size_t column = first_column + inside;
      const IntegerLine line(column < b.columns ? scales[column] : 0, small);
      double values[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) values[i] = tile[inside][4 * lane + i];
      bool rounded = false;
      int smalls = split_into_residues(values, line, planes.line(0, line_of_column(column)) + k,
                                       planes.bytes_of_one(), rounded);
      saw_rounded |= rounded;
      if (rounded && line.is_zero()) *findings.need = 1;  // squares of 0 of what is not 0
      smalls = __reduce_add_sync(~0u, smalls);
      if (lane == 0 && smalls > 0) atomicAdd(&lines.smalls[column], static_cast<unsigned>(smalls));
    }
  }
  if (saw_rounded) *findings.rounded = 1;
}

/// Whether one of `count` lines has more than `most` small integers, and so needs float64: a block.
static __global__ void judge_integers(const unsigned* smalls, std::size_t count, std::size_t most,
                                      IntegerFindings findings) {
  if (*findings.rounded == 0) return;
  for (std::size_t i = threadIdx.x; i < count; i += blockDim.x) {
    if (smalls[i] > most) *findings.need = 1;
  }
}

/// c, or what is added to it, from its residues, four elements a thread, if `condition` holds.
static __global__ void __launch_bounds__(residue_threads)
    recombine_residues(ResiduePlanes planes, const int* row_exponents, const int* column_exponents,
                       MatrixView<double> c, bool aligned, bool add, Condition condition) {
  if (!condition.holds()) return;
  const std::size_t column = 4 * (std::size_t{blockIdx.x} * residue_threads + threadIdx.x);
  if (column >= c.columns) return;
  for (std::size_t row = blockIdx.y; row < c.rows; row += gridDim.y) {
    std::uint32_t bytes[modulus_count];
#pragma unroll
    for (int plane = 0; plane < modulus_count; ++plane) {
      bytes[plane] = *reinterpret_cast<const std::uint32_t*>(planes.line(plane, row) + column);
    }
    const double row_scale = power_of_two(-row_exponents[row]);
    double values[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const double integer = recombine([&](int plane) { return bytes[plane] >> (8 * i) & 0xFF; });
      const bool exists = column + i < c.columns;
      values[i] = integer * row_scale * power_of_two(exists ? -column_exponents[column + i] : 0);
    }
    double* const to = c.data + row * c.stride + column;
    if (aligned && column + 4 <= c.columns) {
      auto* const pairs = reinterpret_cast<double2*>(to);
      const double2 first = add ? pairs[0] : double2{}, second = add ? pairs[1] : double2{};
      pairs[0] = {first.x + values[0], first.y + values[1]};
      pairs[1] = {second.x + values[2], second.y + values[3]};
    } else {
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        if (column + i < c.columns) to[i] = (add ? to[i] : 0) + values[i];
      }
    }
  }
}

}  // namespace kernels::hopper
