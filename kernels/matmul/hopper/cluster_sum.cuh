#pragma once

// How the blocks of a cluster add their parts of a tile: each leaves its own in shared memory and sums a share of
// the tile from all, in the order of the parts; so it is the same in every run.

#include "kernels/matmul/blocks.cuh"
#include "kernels/matmul/hopper/barriers.cuh"

namespace kernels::hopper {

/// What stands at `mine` in block `rank` of the cluster.
__device__ inline Vector16<float> read_of_block(const float* mine, unsigned rank) {
  Vector16<float> read;
  asm volatile(
      "{\n.reg .b32 remote;\n"
      "mapa.shared::cluster.u32 remote, %4, %5;\n"
      "ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [remote];\n}"
      : "=f"(read.values[0]), "=f"(read.values[1]), "=f"(read.values[2]), "=f"(read.values[3])
      : "r"(shared_address(mine)), "r"(rank)
      : "memory");
  return read;
}

__device__ inline Vector16<double> read_of_block(const double* mine, unsigned rank) {
  Vector16<double> read;
  asm volatile(
      "{\n.reg .b32 remote;\n"
      "mapa.shared::cluster.u32 remote, %2, %3;\n"
      "ld.shared::cluster.v2.f64 {%0, %1}, [remote];\n}"
      : "=d"(read.values[0]), "=d"(read.values[1])
      : "r"(shared_address(mine)), "r"(rank)
      : "memory");
  return read;
}

/// Calls `store(row, column, sums)` for the vectors of this block's share. Called by Tile::threads threads of each
/// of `blocks` blocks, whose `tile` holds their parts, row by row, Tile::part_stride apart. The other threads have ended.
template <class Tile, class T, class Store>
__device__ void sum_in_cluster(const T* tile, unsigned blocks, Store store) {
  constexpr unsigned vector = 16 / sizeof(T);
  cluster_sync();
  for (unsigned i = vector * (rank_in_cluster() * Tile::threads + threadIdx.x);
       i < Tile::rows * Tile::columns; i += vector * blocks * Tile::threads) {
    const unsigned row = i / Tile::columns, column = i % Tile::columns;
    const T* const mine = tile + row * Tile::part_stride + column;
    Vector16<T> sum = read_of_block(mine, 0);
#pragma unroll 4
    for (unsigned block = 1; block < blocks; ++block) {
      const Vector16<T> next = read_of_block(mine, block);
#pragma unroll
      for (unsigned v = 0; v < vector; ++v) sum.values[v] += next.values[v];
    }
    store(static_cast<int>(row), static_cast<int>(column), sum);
  }
  __syncwarp();
  cluster_sync();  // nobody reads this block's part any more
}

}  // namespace kernels::hopper
