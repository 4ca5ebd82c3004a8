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

/// Calls `store(row, column, sums)` for the vectors of this block's share. Called by Tile::threads threads of each
/// of `blocks` blocks, whose `tile` holds their parts, row by row. The other threads have ended.
template <class Tile, class Store>
__device__ void sum_in_cluster(const float* tile, unsigned blocks, Store store) {
  cluster_sync();
  for (unsigned i = 4 * (rank_in_cluster() * Tile::threads + threadIdx.x); i < Tile::rows * Tile::columns;
       i += 4 * blocks * Tile::threads) {
    Vector16<float> sum = read_of_block(tile + i, 0);
#pragma unroll 4
    for (unsigned block = 1; block < blocks; ++block) {
      const Vector16<float> next = read_of_block(tile + i, block);
#pragma unroll
      for (int v = 0; v < 4; ++v) sum.values[v] += next.values[v];
    }
    store(static_cast<int>(i) / Tile::columns, static_cast<int>(i) % Tile::columns, sum);
  }
  __syncwarp();
  cluster_sync();  // nobody reads this block's part any more
}

}  // namespace kernels::hopper
