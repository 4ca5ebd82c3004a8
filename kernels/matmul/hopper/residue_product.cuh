#pragma once

// The product of residues, for every modulus: bytes times bytes on the tensor cores, with sums of 32 bits,
// which are reduced to residues, bytes again. It works as product.cuh does, on tiles of 128 x 256, but sums
// are exact and stay where they are.

#include "kernels/matmul/hopper/barriers.cuh"
#include "kernels/matmul/hopper/cluster_tiles.cuh"
#include "kernels/matmul/hopper/residue_planes.hpp"
#include "kernels/matmul/hopper/wgmma_bytes.cuh"

namespace kernels::hopper {

/// How a block is shared out, and what it has in shared memory.
struct ResidueTile {
  static constexpr int cluster = 2;  ///< blocks, one above the other, that share the slices of b
  static constexpr int group_threads = 128, groups = 2, threads = group_threads * (1 + groups);
  static constexpr int group_rows = 64, rows = groups * group_rows, columns = byte_columns;
  static constexpr int depth = 128;  ///< of a slice, in bytes
  static constexpr int stages = 4;
  static constexpr int a_bytes = rows * depth, b_bytes = columns * depth, stage_bytes = a_bytes + b_bytes;
  static constexpr int alignment = 1024;  ///< of what is swizzled
  static constexpr int shared_bytes = stages * stage_bytes + alignment;
  /// The number of slices that keep sums of products of bytes, and a residue from before, below 2^32.
  static constexpr int slices_together = 512;
  static_assert(std::uint64_t{slices_together} * depth * 255 * 255 + 255 < std::uint64_t{1} << 32);

  struct Barriers {
    std::uint64_t full[stages], free[stages];
  };
  using Tiles = ClusterTiles<cluster * rows, columns>;
};

struct Moduli {
  std::uint32_t values[modulus_count];
};

/// One thread's work: the slices of all tiles, each as soon as there is room.
__device__ inline void copy_residues(const CUtensorMap& a, const CUtensorMap& b, ResidueTile::Tiles tiles,
                                     int slices, unsigned char* memory, ResidueTile::Barriers& barriers) {
  using Tile = ResidueTile;
  const auto rank = static_cast<int>(rank_in_cluster());
  constexpr int b_rows = Tile::columns / Tile::cluster;
  constexpr std::uint16_t everyone = (1 << Tile::cluster) - 1;
  RingPlace<Tile::stages> ring;
  const unsigned count = tiles.count();
  for (unsigned tile = blockIdx.x / Tile::cluster; tile < count * modulus_count;
       tile += gridDim.x / Tile::cluster) {
    const auto place = tiles.place(tile % count);
    const auto modulus = static_cast<int>(tile / count);
    for (int slice = 0; slice < slices; ++slice, ring.advance()) {
      wait_for(&barriers.free[ring.stage], ring.parity ^ 1);
      std::uint64_t* const full = &barriers.full[ring.stage];
      arrive_expecting(full, Tile::stage_bytes);
      unsigned char* const a_slice = memory + ring.stage * Tile::stage_bytes;
      copy_box(a, slice * Tile::depth, place.row + rank * Tile::rows, modulus, a_slice, full, 0);
      copy_box(b, slice * Tile::depth, place.column + rank * b_rows, modulus,
               a_slice + Tile::a_bytes + rank * b_rows * Tile::depth, full, everyone);
    }
  }
}

/// sums += the product of a stage's slices.
__device__ inline void multiply_stage(std::uint32_t (&sums)[byte_sums], const unsigned char* stage,
                                      int group) {
  using Tile = ResidueTile;
  const std::uint64_t a = slice_descriptor<Tile::depth>(stage + group * Tile::group_rows * Tile::depth);
  const std::uint64_t b = slice_descriptor<Tile::depth>(stage + Tile::a_bytes);
#pragma unroll
  for (int s = 0; s < Tile::depth / step_bytes; ++s) {
    multiply_bytes(sums, a + s * (step_bytes >> 4), b + s * (step_bytes >> 4));
  }
}

__device__ inline void release_stage(ResidueTile::Barriers& barriers, int stage) {
  if (threadIdx.x % 32 != 0) return;
#pragma unroll
  for (unsigned rank = 0; rank < ResidueTile::cluster; ++rank) arrive_at(&barriers.free[stage], rank);
}

/// A thread's residues of a tile; its columns are those of line_of_column().
__device__ inline void store_residues(const std::uint32_t (&sums)[byte_sums], const ResiduePlanes& c,
                                      int modulus, std::size_t row, std::size_t column) {
#pragma unroll
  for (int half = 0; half < 2; ++half, row += 8) {
    if (row >= c.lines) return;
    std::uint8_t* const to = c.line(modulus, row) + column;
#pragma unroll
    for (int part = 0; part < byte_columns / static_cast<int>(line_group); ++part) {
      if (column + part * line_group >= c.pitch) break;
      std::uint32_t words[4];
#pragma unroll
      for (int w = 0; w < 4; ++w) {
        const auto byte = [&](int i) { return sums[4 * (8 * part + 2 * w + i / 2) + 2 * half + i % 2]; };
        const std::uint32_t low = __byte_perm(byte(0), byte(1), 0x0040);
        words[w] = __byte_perm(low, __byte_perm(byte(2), byte(3), 0x0040), 0x5410);
      }
      *reinterpret_cast<uint4*>(to + part * line_group) = {words[0], words[1], words[2], words[3]};
    }
  }
}

__device__ inline void multiply_residue_tiles(ResidueTile::Tiles tiles, int slices, const ResiduePlanes& c,
                                              const Moduli& moduli, const unsigned char* memory,
                                              ResidueTile::Barriers& barriers) {
  using Tile = ResidueTile;
  const int group = static_cast<int>(threadIdx.x) / Tile::group_threads - 1;
  const int warp = static_cast<int>(threadIdx.x) / 32 % 4, lane = static_cast<int>(threadIdx.x) % 32;
  const auto first_row =
      rank_in_cluster() * Tile::rows + static_cast<unsigned>(group * Tile::group_rows + warp * 16 + lane / 4);
  RingPlace<Tile::stages> ring;
  const unsigned count = tiles.count();
  for (unsigned tile = blockIdx.x / Tile::cluster; tile < count * modulus_count;
       tile += gridDim.x / Tile::cluster) {
    const std::uint32_t modulus = moduli.values[tile / count], reciprocal = ~0u / modulus;
    std::uint32_t sums[byte_sums] = {};
    for (int slice = 0; slice < slices;) {
      const int end = min(slice + Tile::slices_together, slices);
      int previous = -1;
      for (; slice < end; ++slice) {
        wait_for(&barriers.full[ring.stage], ring.parity);
        hold_sums(sums);
        wgmma_fence();
        multiply_stage(sums, memory + ring.stage * Tile::stage_bytes, group);
        wgmma_commit();
        hold_sums(sums);
        if (previous >= 0) {
          wgmma_wait<1>();
          release_stage(barriers, previous);
        }
        previous = ring.stage;
        ring.advance();
      }
      wgmma_wait<0>();
      hold_sums(sums);
      release_stage(barriers, previous);
#pragma unroll
      for (std::uint32_t& sum : sums) sum = reduced(sum, modulus, reciprocal);
    }
    const auto place = tiles.place(tile % count);
    store_residues(sums, c, static_cast<int>(tile / count), static_cast<std::size_t>(place.row) + first_row,
                   static_cast<std::size_t>(place.column) + static_cast<std::size_t>(lane % 4) * 16);
  }
}

/// c = the residues of the product, if `condition` holds. `slices` cover all of k.
static __global__ void __cluster_dims__(ResidueTile::cluster) __launch_bounds__(ResidueTile::threads, 1)
    multiply_residues(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                      int slices, ResiduePlanes c, std::size_t columns, const __grid_constant__ Moduli moduli,
                      Condition condition) {
  using Tile = ResidueTile;
  if (!condition.holds()) return;
  extern __shared__ unsigned char residue_memory[];
  __shared__ Tile::Barriers barriers;
  unsigned char* const memory =
      residue_memory + (Tile::alignment - shared_address(residue_memory) % Tile::alignment);
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < Tile::stages; ++stage) {
      barrier_init(&barriers.full[stage], 1);
      barrier_init(&barriers.free[stage], Tile::cluster * Tile::groups * Tile::group_threads / 32);
    }
    publish_barriers();
  }
  __syncthreads();
  cluster_sync();
  const Tile::Tiles tiles(c.lines, columns);
  if (threadIdx.x < Tile::group_threads) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (threadIdx.x == 0) copy_residues(a, b, tiles, slices, memory, barriers);
    __syncwarp();
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    multiply_residue_tiles(tiles, slices, c, moduli, memory, barriers);
  }
  cluster_sync();  // no block ends while another may still arrive at its barriers
}

}  // namespace kernels::hopper
