#pragma once

// The ring of slices in which a warp of its own brings both factors of a float32 tile to shared memory, for the
// others to multiply. Barriers say when a slice has come, and when each warp that computes has done with it.

#include <cstdint>

#include "kernels/matmul/hopper/barriers.cuh"
#include "kernels/matmul/hopper/cluster_tiles.cuh"
#include "kernels/matmul/hopper/tensor_map.hpp"
#include "kernels/matmul/register_tiles.cuh"

namespace kernels::hopper {

template <class Tile>
struct RingBarriers {
  std::uint64_t full[Tile::stages], free[Tile::stages];
};

/// Prepares, by one thread, before the others come to a barrier: `copying` arrivals say that a slice is there.
template <class Tile>
__device__ void begin_ring(RingBarriers<Tile>& barriers, unsigned copying) {
  for (int stage = 0; stage < Tile::stages; ++stage) {
    barrier_init(&barriers.full[stage], copying);
    barrier_init(&barriers.free[stage], Tile::threads / 32);
  }
  publish_barriers();
}

/// Where the ring begins: aligned for what the copy engine writes.
template <class Tile>
__device__ float* aligned_slices(unsigned char* shared) {
  return reinterpret_cast<float*>(shared + (Tile::alignment - shared_address(shared) % Tile::alignment) %
                                               Tile::alignment);
}

/// Where a warp that computes is in the ring.
template <class Tile>
struct RingReader {
  RingPlace<Tile::stages> place;
  int held = -1;  ///< the stage of the slice before
};

/// Adds the products of the next `left` slices that come, of a thread's rows and columns. A slice is free once the next one
/// is there, as all its elements are in registers only when its last products have been added. An arrival right after the
/// last read has been issued comes too early: in 50 of 1,500 products that write much, a slice was overwritten
/// before the last read of a warp had its turn.
template <class Tile>
__device__ void add_ring(const float* slices, RingBarriers<Tile>& barriers, RingReader<Tile>& reader,
                         int left, ThreadPlace thread,
                         float (&sums)[Tile::thread_rows][Tile::thread_columns]) {
  RingPlace<Tile::stages>& place = reader.place;
#pragma unroll 1
  for (; left > 0; --left) {
    wait_for(&barriers.full[place.stage], place.parity);
    if (reader.held >= 0 && threadIdx.x % 32 == 0) arrive_at(&barriers.free[reader.held]);
    reader.held = place.stage;
    const float* const a_slice = slices + place.stage * Tile::stage_elements;
    add_slices<Tile>(a_slice + thread.row, a_slice + Tile::a_elements + thread.column, sums);
    __syncwarp();
    place.advance();
  }
}

/// Until all threads that compute have come here.
template <class Tile>
__device__ void wait_for_computing() {
  asm volatile("bar.sync 1, %0;" ::"n"(Tile::threads) : "memory");
}

/// A factor as the copy engine takes it for slices: boxes of `depth` rows, `columns` wide.
inline CUtensorMap describe_slices(MatrixView<const float> matrix, unsigned columns, unsigned depth) {
  const std::size_t stride_bytes = matrix.stride * sizeof(float);
  return describe_boxes(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, matrix.data, {matrix.columns, matrix.rows, 1},
                        {stride_bytes, matrix.rows * stride_bytes}, {columns, depth, 1},
                        CU_TENSOR_MAP_SWIZZLE_NONE);
}

}  // namespace kernels::hopper
