#include "kernels/gpu/cuda_check.hpp"
#include "kernels/matmul/blocks.cuh"
#include "kernels/matmul/hopper/copyable_factors.hpp"

namespace kernels::hopper {
namespace {

constexpr unsigned side = 64;               ///< of a block's tile, in elements
constexpr unsigned squares = side / 4;      ///< of 4 x 4 elements, along a side
constexpr int threads = squares * squares;  ///< a square each

/// A matrix in tiles: those of a column follow each other, so that blocks that run at one time write whole rows of the
/// transposed matrix.
struct Tiles {
  unsigned down, count;
};
Tiles tiles_of(std::size_t rows, std::size_t columns) {
  const auto down = static_cast<unsigned>((rows + side - 1) / side);
  return {down, down * static_cast<unsigned>((columns + side - 1) / side)};
}

/// `to`, whose rows are aligned and padded to vectors, gets the transposed tile of `from` that begins at (top, left):
/// squares are transposed in registers and change places in shared memory, where the place of a unit of 16 bytes in its
/// row is XORed with the column that it comes from, against bank conflicts (kernels/transpose).
__device__ void transpose_tile(MatrixView<const float> from, bool aligned, MatrixView<float> to,
                               std::size_t top, std::size_t left) {
  __shared__ Vector16<float> units[side][squares];
  const unsigned x = threadIdx.x % squares, y = threadIdx.x / squares;
  Vector16<float> rows[4] = {};
  const std::size_t column = left + 4 * x;
  if (aligned && left + side <= from.columns && top + side <= from.rows) {
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
      rows[k] =
          *reinterpret_cast<const Vector16<float>*>(from.data + (top + 4 * y + k) * from.stride + column);
    }
  } else {
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
      const std::size_t row = top + 4 * y + k;
#pragma unroll
      for (unsigned v = 0; v < 4; ++v) {
        if (row < from.rows && column + v < from.columns) {
          rows[k].values[v] = from.data[row * from.stride + column + v];
        }
      }
    }
  }
#pragma unroll
  for (unsigned k = 0; k < 4; ++k) {
    units[4 * x + k][y ^ x % 8] = {rows[0].values[k], rows[1].values[k], rows[2].values[k],
                                   rows[3].values[k]};
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = i * squares + threadIdx.x / squares, unit = threadIdx.x % squares;
    if (left + row < to.rows && top + 4 * unit < to.columns) {
      *reinterpret_cast<Vector16<float>*>(to.data + (left + row) * to.stride + top + 4 * unit) =
          units[row][unit ^ row / 4 % 8];
    }
  }
}

/// Copies without transposing; `from` is not aligned.
__device__ void copy_tile(MatrixView<const float> from, MatrixView<float> to, std::size_t top,
                          std::size_t left) {
  constexpr unsigned rows = threads / side;
  const std::size_t row = top + threadIdx.x / side, column = left + threadIdx.x % side;
  if (column >= to.columns) return;
  float values[side / rows];
#pragma unroll
  for (unsigned r = 0; r < side; r += rows) {
    const bool inside = row + r < from.rows && column < from.columns;
    values[r / rows] = inside ? from.data[(row + r) * from.stride + column] : 0;
  }
#pragma unroll
  for (unsigned r = 0; r < side; r += rows) {
    if (row + r < to.rows) to.data[(row + r) * to.stride + column] = values[r / rows];
  }
}

/// Words that a kernel sets to zero.
struct Zeros {
  unsigned* words;
  std::size_t count;
};

/// A block a tile: those of a, and behind them those of b, if there are any.
__global__ void __launch_bounds__(threads)
    copy_factors(MatrixView<const float> a, bool a_aligned, MatrixView<float> transposed_a, Tiles a_tiles,
                 MatrixView<const float> b, MatrixView<float> b_copy, Tiles b_tiles, Zeros zeros) {
  for (std::size_t i = blockIdx.x * threads + threadIdx.x; i < zeros.count; i += gridDim.x * threads) {
    zeros.words[i] = 0;
  }
  const bool is_a = blockIdx.x < a_tiles.count;
  const unsigned tile = is_a ? blockIdx.x : blockIdx.x - a_tiles.count;
  const unsigned down = is_a ? a_tiles.down : b_tiles.down;
  const std::size_t top = std::size_t{tile % down} * side, left = std::size_t{tile / down} * side;
  if (is_a) {
    transpose_tile(a, a_aligned, transposed_a, top, left);
  } else {
    copy_tile(b, b_copy, top, left);
  }
}

std::size_t padded(std::size_t columns) {
  return (columns + 3) / 4 * 4;
}

/// The number of the transposed a.
std::size_t elements_of_transposed(Copied copied, MatrixView<const float> a) {
  return copied == Copied::both ? a.columns * padded(a.rows) : 0;
}

/// The number of the copy of b.
std::size_t elements_of_copy(MatrixView<const float> b) {
  return rows_are_aligned(b) ? 0 : b.rows * padded(b.columns);
}

}  // namespace

CopyableFactors::CopyableFactors(Copied copied, MatrixView<const float> a, MatrixView<const float> b,
                                 GpuStream stream, std::size_t partial_sums, std::size_t flags)
    : memory_((elements_of_transposed(copied, a) + elements_of_copy(b) + partial_sums) * sizeof(float) +
                  flags * sizeof(unsigned),
              stream),
      b_(b) {
  auto* const place = static_cast<float*>(memory_.data());
  const std::size_t b_stride = padded(b.columns);
  // As wide as their strides, so that the last vectors are written whole.
  MatrixView<float> transposed{};
  Tiles a_tiles{1, 0}, b_tiles{1, 0};
  if (copied == Copied::both) {
    a_tiles = tiles_of(a.rows, a.columns);
    transposed = {place, a.columns, padded(a.rows), padded(a.rows)};
    transposed_a_ = {place, a.columns, a.rows, transposed.stride};
  }
  const MatrixView<float> copy{place + elements_of_transposed(copied, a), b.rows, b_stride, b_stride};
  partial_sums_ = copy.data + elements_of_copy(b);
  flags_ = reinterpret_cast<unsigned*>(partial_sums_ + partial_sums);
  if (elements_of_copy(b) > 0) {
    b_tiles = tiles_of(b.rows, b.columns);
    b_ = {copy.data, b.rows, b.columns, b_stride};
  }
  if (a_tiles.count + b_tiles.count == 0) {
    if (flags > 0)
      check_cuda(cudaMemsetAsync(flags_, 0, flags * sizeof(unsigned), stream), "cudaMemsetAsync");
    return;
  }
  copy_factors<<<a_tiles.count + b_tiles.count, threads, 0, stream>>>(
      a, rows_are_aligned(a), transposed, a_tiles, b, copy, b_tiles, {flags_, flags});
  check_launch("copy_factors");
}

}  // namespace kernels::hopper
