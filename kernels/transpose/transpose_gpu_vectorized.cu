// All loads and stores are of 16 bytes. A thread loads a square of elements, 16 bytes wide (4 x 4 of 32
// bits), and transposes it in its registers; the block exchanges the squares through shared memory in units
// of 16 bytes, so that a warp's stores run along rows of `out`. Where a unit lies within its row is XORed
// with the column of the square it comes from: neither side has bank conflicts, and no padding is needed.
//
// Blocks that follow each other take tiles below each other: what they write lies side by side. That order,
// and tiles of 256 bytes and more along each row, were the fastest of those tried on an H200.
//
// Matrices far beyond the L2 cache are read so that what is written leaves it first
// (kernels/gpu/streaming.cuh), and the kernel begins while the one before it ends (kernels/gpu/overlap.cuh).
//
// This moves only whole tiles of 16-byte-aligned rows. The edges, and matrices whose base or stride is not
// aligned (of `in` or `out`), are moved element by element, through tiles that are long in the direction of
// `out`'s rows, again the fastest of those tried.
//
// Traffic: an element read and one written. Prediction: the device copy's bandwidth less a few per cent, for
// elements of all sizes; where rows are not aligned, 85% of it for 4 bytes and more, half of it for single
// bytes. Results, and what else was tried: laboratory/notes/transpose.md.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/overlap.cuh"
#include "kernels/gpu/shared_memory.hpp"
#include "kernels/gpu/streaming.cuh"
#include "kernels/transpose/element_tiles.cuh"
#include "kernels/transpose/tile_grid.cuh"
#include "kernels/transpose/transpose.hpp"
#include "kernels/transpose/vector_turn.cuh"

namespace kernels {

namespace {

/// The tile of a block for elements of `bytes` bytes, in squares. Measured on an H200.
template <unsigned bytes>
struct Shape {
  static constexpr unsigned across = 16, down = 16, threads = 256;
};
template <>
struct Shape<8> {
  static constexpr unsigned across = 16, down = 32, threads = 512;
};
template <>
struct Shape<16> {
  static constexpr unsigned across = 16, down = 32, threads = 256;
};

/// `in` and `out` in whole tiles, 16-byte aligned, their strides in vectors of 16 bytes.
/// Of shared memory, for a block's tile.
template <unsigned bytes>
constexpr unsigned tile_bytes = Shape<bytes>::across * Shape<bytes>::down * (16 / bytes) * 16;
constexpr unsigned unasked_bytes = 48 << 10;  ///< which a block may have without asking

template <unsigned bytes, bool kept>
__global__ __launch_bounds__(Shape<bytes>::threads) void turn_tiles(const uint4* in, std::size_t in_stride,
                                                                    uint4* out, std::size_t out_stride,
                                                                    std::size_t tiles_across) {
  constexpr unsigned size = 16 / bytes;  // the side of a square
  constexpr unsigned across = Shape<bytes>::across, down = Shape<bytes>::down,
                     threads = Shape<bytes>::threads;
  constexpr unsigned squares = across * down / threads;  // of a thread
  static_assert(squares * threads == across * down && across % 8 == 0 && down % 8 == 0);
  extern __shared__ uint4 units[];  // row c of the tile's transpose: units[c * down + ...]

  let_next_begin();
  wait_for_previous();
  const std::size_t top = std::size_t{blockIdx.x} * down;  // in squares
  for (std::size_t tile = blockIdx.y; tile < tiles_across; tile += gridDim.y) {
    const std::size_t left = tile * across;
    uint4 rows[squares][size];
#pragma unroll
    for (unsigned i = 0; i < squares; ++i) {
      const unsigned square = threadIdx.x + i * threads, x = square % across, y = square / across;
#pragma unroll
      for (unsigned k = 0; k < size; ++k) {
        rows[i][k] = load_once<kept>(in + ((top + y) * size + k) * in_stride + left + x);
      }
    }
#pragma unroll
    for (unsigned i = 0; i < squares; ++i) {
      const unsigned square = threadIdx.x + i * threads, x = square % across, y = square / across;
      turn<bytes>(rows[i]);
#pragma unroll
      for (unsigned k = 0; k < size; ++k) units[(x * size + k) * down + (y ^ x % 8)] = rows[i][k];
    }
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < squares * size; ++i) {
      const unsigned unit = threadIdx.x + i * threads, row = unit / down, y = unit % down;
      __stcs(out + (left * size + row) * out_stride + top + y, units[row * down + (y ^ row / size % 8)]);
    }
    __syncthreads();  // the next tile overwrites this one
  }
}

template <unsigned bytes>
auto turning_kernel(bool kept) {
  if constexpr (tile_bytes<bytes> > unasked_bytes) {
    permit_shared_memory<turn_tiles<bytes, false>>(tile_bytes<bytes>, "transpose_gpu_vectorized");
    permit_shared_memory<turn_tiles<bytes, true>>(tile_bytes<bytes>, "transpose_gpu_vectorized");
  }
  return kept ? &turn_tiles<bytes, true> : &turn_tiles<bytes, false>;
}

template <class T>
bool has_aligned_rows(MatrixView<T> view) {
  return reinterpret_cast<std::uintptr_t>(view.data) % 16 == 0 && view.stride * sizeof(T) % 16 == 0;
}

template <class T>
__global__ __launch_bounds__(element_tile_lanes* element_tile_warps) void turn_elements(
    MatrixView<const T> in, MatrixView<T> out) {
  using Tile = ElementTile<sizeof(T)>;
  __shared__ T tile[Tile::rows * (Tile::columns + Tile::padding)];
  const std::size_t top = std::size_t{blockIdx.x} * Tile::rows;
  const std::size_t step = std::size_t{gridDim.y} * Tile::columns;
  for (std::size_t left = std::size_t{blockIdx.y} * Tile::columns; left < in.columns; left += step) {
    load_tile(in, top, left, tile);
    __syncthreads();
    store_tile(tile, out, top, left);
    __syncthreads();  // the next tile overwrites this one
  }
}

template <class T>
void transpose_elements(MatrixView<const T> in, MatrixView<T> out, GpuStream stream) {
  if (in.rows == 0 || in.columns == 0) return;
  using Tile = ElementTile<sizeof(T)>;
  turn_elements<<<tile_grid(in.columns, in.rows, Tile::columns, Tile::rows),
                  dim3(element_tile_lanes, element_tile_warps), 0, stream>>>(in, out);
  check_launch("transpose_gpu_vectorized, element by element");
}

}  // namespace

template <class T>
void transpose_gpu_vectorized(MatrixView<const T> in, MatrixView<T> out, GpuStream stream) {
  constexpr unsigned bytes = sizeof(T), size = 16 / bytes;
  constexpr std::size_t tile_rows = Shape<bytes>::down * size, tile_columns = Shape<bytes>::across * size;
  const bool aligned = has_aligned_rows(in) && has_aligned_rows(out);
  const std::size_t rows = aligned ? in.rows / tile_rows * tile_rows : 0;
  const std::size_t columns = aligned ? in.columns / tile_columns * tile_columns : 0;
  if (rows == 0 || columns == 0) {
    transpose_elements(in, out, stream);
    return;
  }
  // Across and down change places in the grid: blocks are started along its x.
  launch_overlapping(
      turning_kernel<bytes>(streams_far_beyond_cache(rows * columns * bytes)),
      {tile_grid(columns, rows, tile_columns, tile_rows), Shape<bytes>::threads, tile_bytes<bytes>}, stream,
      reinterpret_cast<const uint4*>(in.data), in.stride / size, reinterpret_cast<uint4*>(out.data),
      out.stride / size, columns / tile_columns);
  const std::size_t rows_left = in.rows - rows, columns_left = in.columns - columns;
  transpose_elements(in.block(rows, 0, rows_left, in.columns), out.block(0, rows, in.columns, rows_left),
                     stream);
  transpose_elements(in.block(0, columns, rows, columns_left), out.block(columns, 0, columns_left, rows),
                     stream);
}

template void transpose_gpu_vectorized(MatrixView<const std::uint8_t>, MatrixView<std::uint8_t>, GpuStream);
template void transpose_gpu_vectorized(MatrixView<const std::uint16_t>, MatrixView<std::uint16_t>, GpuStream);
template void transpose_gpu_vectorized(MatrixView<const std::int32_t>, MatrixView<std::int32_t>, GpuStream);
template void transpose_gpu_vectorized(MatrixView<const std::uint64_t>, MatrixView<std::uint64_t>, GpuStream);
template void transpose_gpu_vectorized(MatrixView<const Element16>, MatrixView<Element16>, GpuStream);

}  // namespace kernels
