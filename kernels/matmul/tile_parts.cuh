#pragma once

#include "kernels/common/matrix_view.hpp"
#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/gpu/pooled_memory.hpp"
#include "kernels/matmul/blocks.cuh"
#include "kernels/matmul/tile_parts.hpp"

namespace kernels {

/// Where a block that computes a part of a tile puts it: a tile's worth of `partial`.
template <class Tile, class T>
__device__ MatrixView<T> part_of(T* partial, const TileParts& parts) {
  return {partial + (blockIdx.x - parts.whole) * std::size_t{Tile::rows * Tile::columns}, Tile::rows,
          Tile::columns, Tile::columns};
}

constexpr unsigned sum_threads = 128;

/// Sums the parts of the tiles that were split, always in the same order: a row of blocks a tile, a vector a
/// thread.
template <class Tile, class T>
__global__ void __launch_bounds__(sum_threads)
    sum_parts(MatrixView<T> c, bool add, TileParts parts, const T* partial) {
  constexpr unsigned elements = Tile::rows * Tile::columns, vector = 16 / sizeof(T);
  const TilePlace place = tile_place<Tile>(c.rows, c.columns, parts.whole + blockIdx.y);
  const unsigned i = (blockIdx.x * sum_threads + threadIdx.x) * vector;
  const std::size_t row = place.row + i / Tile::columns, column = place.column + i % Tile::columns;
  if (row >= c.rows || column >= c.columns) return;
  const T* from = partial + std::size_t{blockIdx.y} * parts.parts * elements + i;
  Vector16<T> sum = *reinterpret_cast<const Vector16<T>*>(from);
#pragma unroll 4
  for (unsigned part = 1; part < parts.parts; ++part) {
    from += elements;
    const auto next = *reinterpret_cast<const Vector16<T>*>(from);
#pragma unroll
    for (unsigned v = 0; v < vector; ++v) sum.values[v] += next.values[v];
  }
  T* const to = c.data + row * c.stride + column;
#pragma unroll
  for (unsigned v = 0; v < vector; ++v) {
    if (column + v < c.columns) to[v] = (add ? to[v] : T{0}) + sum.values[v];
  }
}

/// Calls `launch(parts, partial)` for the tiles of c, sums of k products, and sums the parts afterwards: c = the
/// product, or c += it. Throws GpuError when it cannot be started.
template <class Tile, class T, class Launch>
void multiply_in_parts(MatrixView<T> c, std::size_t k, bool add, GpuStream stream, Launch launch) {
  static const auto processors = static_cast<std::size_t>(multiprocessors());
  const std::size_t tiles =
      (c.rows + Tile::rows - 1) / Tile::rows * ((c.columns + Tile::columns - 1) / Tile::columns);
  constexpr std::size_t elements = std::size_t{Tile::rows} * Tile::columns;
  const TileParts parts =
      share_tiles(tiles, (k + Tile::depth - 1) / Tile::depth, splitting_costs(elements, sizeof(T), k),
                  processors, Tile::blocks_at_once);
  const std::size_t partial_elements = std::size_t{parts.split_tiles()} * parts.parts * elements;
  const PooledMemory memory(partial_elements * sizeof(T), stream);
  auto* const partial = static_cast<T*>(memory.data());
  launch(parts, partial);
  if (parts.split_tiles() == 0) return;
  constexpr unsigned sum_blocks = elements * sizeof(T) / 16 / sum_threads;
  static_assert(sum_blocks * sum_threads * 16 == elements * sizeof(T));
  sum_parts<Tile><<<dim3(sum_blocks, parts.split_tiles()), sum_threads, 0, stream>>>(c, add, parts, partial);
  check_launch("sum_parts");
}

}  // namespace kernels
