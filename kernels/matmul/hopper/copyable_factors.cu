#include "kernels/gpu/cuda_check.hpp"
#include "kernels/matmul/blocks.cuh"
#include "kernels/matmul/hopper/copyable_factors.hpp"

namespace kernels::hopper {
namespace {

constexpr unsigned side = 64;  ///< of a block's tile
constexpr int threads = 256;

/// A row-major matrix of tiles.
struct Tiles {
  unsigned across, count;
};
Tiles tiles_of(std::size_t rows, std::size_t columns) {
  const auto across = static_cast<unsigned>((columns + side - 1) / side);
  return {across, across * static_cast<unsigned>((rows + side - 1) / side)};
}

/// `to`, whose rows are aligned and padded to vectors of 16 bytes, gets `from`, transposed or not: the tile that begins
/// at (row, column) of `from`.
template <bool transposed>
__device__ void copy_tile(MatrixView<const float> from, MatrixView<float> to, std::size_t row,
                          std::size_t column, float (&tile)[side][side + 1]) {
#pragma unroll
  for (unsigned r = threadIdx.x / side; r < side; r += threads / side) {
    const unsigned c = threadIdx.x % side;
    const bool inside = row + r < from.rows && column + c < from.columns;
    tile[r][c] = inside ? from.data[(row + r) * from.stride + column + c] : 0;
  }
  __syncthreads();
  constexpr unsigned vectors = side / 4;
  const std::size_t to_row = transposed ? column : row, to_column = transposed ? row : column;
#pragma unroll
  for (unsigned r = threadIdx.x / vectors; r < side; r += threads / vectors) {
    const unsigned c = threadIdx.x % vectors * 4;
    if (to_row + r >= to.rows || to_column + c >= to.columns) continue;
    Vector16<float> values;
#pragma unroll
    for (unsigned v = 0; v < 4; ++v) values.values[v] = transposed ? tile[c + v][r] : tile[r][c + v];
    *reinterpret_cast<Vector16<float>*>(to.data + (to_row + r) * to.stride + to_column + c) = values;
  }
}

/// A block a tile: those of a, and behind them those of b, if there are any.
__global__ void __launch_bounds__(threads)
    copy_factors(MatrixView<const float> a, MatrixView<float> transposed_a, Tiles a_tiles,
                 MatrixView<const float> b, MatrixView<float> b_copy, Tiles b_tiles) {
  __shared__ float shared[side][side + 1];
  const bool is_a = blockIdx.x < a_tiles.count;
  const unsigned tile = is_a ? blockIdx.x : blockIdx.x - a_tiles.count;
  const unsigned across = is_a ? a_tiles.across : b_tiles.across;
  const std::size_t row = std::size_t{tile / across} * side, column = std::size_t{tile % across} * side;
  is_a ? copy_tile<true>(a, transposed_a, row, column, shared)
       : copy_tile<false>(b, b_copy, row, column, shared);
}

std::size_t padded(std::size_t columns) {
  return (columns + 3) / 4 * 4;
}

/// Of the copy of b.
std::size_t elements_of_copy(MatrixView<const float> b) {
  return rows_are_aligned(b) ? 0 : b.rows * padded(b.columns);
}

}  // namespace

CopyableFactors::CopyableFactors(MatrixView<const float> a, MatrixView<const float> b, GpuStream stream)
    : memory_((a.columns * padded(a.rows) + elements_of_copy(b)) * sizeof(float), stream), b_(b) {
  auto* const place = static_cast<float*>(memory_.data());
  const std::size_t a_stride = padded(a.rows), b_stride = padded(b.columns);
  transposed_a_ = {place, a.columns, a.rows, a_stride};
  // As wide as their strides, so that the last vectors are written whole.
  const MatrixView<float> transposed{place, a.columns, a_stride, a_stride};
  const MatrixView<float> copy{place + a.columns * a_stride, b.rows, b_stride, b_stride};
  const Tiles a_tiles = tiles_of(a.rows, a.columns);
  Tiles b_tiles{1, 0};
  if (elements_of_copy(b) > 0) {
    b_tiles = tiles_of(b.rows, b.columns);
    b_ = {copy.data, b.rows, b.columns, b_stride};
  }
  copy_factors<<<a_tiles.count + b_tiles.count, threads, 0, stream>>>(a, transposed, a_tiles, b, copy,
                                                                      b_tiles);
  check_launch("copy_factors");
}

}  // namespace kernels::hopper
