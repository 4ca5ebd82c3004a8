#pragma once

// The tile of large products of float32: the copy engine brings slices of both factors, a transposed beforehand.

#include "kernels/matmul/hopper/barriers.cuh"
#include "kernels/matmul/hopper/slice_ring.cuh"
#include "kernels/matmul/register_tiles.cuh"

namespace kernels::hopper {

/// A tile as BestTile, but for a's slices: nothing is transposed on the way, so no padding. One block less at a time,
/// as there are more warps in a block.
struct CopiedTile : RegisterTile<float, 64, 128, 16, 8, 8, 4, 3> {
  static constexpr int a_stride = rows;
  static constexpr int a_elements = depth * a_stride, stage_elements = a_elements + b_elements;
  static constexpr int stage_bytes = stage_elements * static_cast<int>(sizeof(float));
  static constexpr int alignment = 128;  ///< of what the copy engine writes
  static constexpr int ring_bytes = stages * stage_bytes + alignment;
  static constexpr int all_threads = threads + 32;

  /// Room for store_by_warps, behind the ring: four rows for each warp.
  static constexpr int staging_bytes = threads / 32 * 4 * warp_columns * static_cast<int>(sizeof(float));
};

/// Brings, by one thread, a slice of both factors, from their rows `k` on, as soon as there is room in the ring.
template <class Tile>
__device__ void copy_slice(const CUtensorMap& a, const CUtensorMap& b, TilePlace place, int k, float* slices,
                           RingPlace<Tile::stages> ring, RingBarriers<Tile>& barriers) {
  wait_for(&barriers.free[ring.stage], ring.parity ^ 1);
  std::uint64_t* const full = &barriers.full[ring.stage];
  arrive_expecting(full, Tile::stage_bytes);
  float* const a_slice = slices + ring.stage * Tile::stage_elements;
  copy_box(a, static_cast<int>(place.row), k, 0, a_slice, full, 0);
  copy_box(b, static_cast<int>(place.column), k, 0, a_slice + Tile::a_elements, full, 0);
}

/// Where rows of c are not aligned, a thread's four neighbours cannot be written at once. So a warp's rows go through
/// shared memory, four at a time, and the warp writes each as a whole.
template <class Tile>
__device__ void store_by_warps(const float (&sums)[Tile::thread_rows][Tile::thread_columns],
                               MatrixView<float> c, bool add, TilePlace place, ThreadPlace thread,
                               float* staging) {
  constexpr int columns = Tile::warp_columns;
  const int lane = static_cast<int>(threadIdx.x) % 32, mine = thread.row / 4 % 4;  // of the four rows
  float* const rows = staging + threadIdx.x / 32 * 4 * columns;
  const std::size_t top = place.row + thread.row - 4 * mine,
                    left = place.column + thread.column / columns * columns + lane;
#pragma unroll
  for (int i = 0; i < Tile::thread_rows; ++i) {
    __syncwarp();
#pragma unroll
    for (int j = 0; j < Tile::thread_columns; j += 4) {
      *reinterpret_cast<Vector16<float>*>(rows + mine * columns + thread.column % columns + 8 * j) = {
          sums[i][j], sums[i][j + 1], sums[i][j + 2], sums[i][j + 3]};
    }
    __syncwarp();
#pragma unroll
    for (int row = 0; row < 4; ++row) {
      const std::size_t in_c = top + 4 * row + i / 4 * 16 + i % 4;
      if (in_c >= c.rows) break;
      float* const to = c.data + in_c * c.stride + left;
#pragma unroll
      for (int column = 0; column < columns; column += 32) {
        if (left + column >= c.columns) break;
        to[column] = (add ? to[column] : 0.0f) + rows[row * columns + lane + column];
      }
    }
  }
}

}  // namespace kernels::hopper
