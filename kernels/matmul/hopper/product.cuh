#pragma once

// The product of split factors: c = (a1 + a2) (b1 + b2) but for a2 b2, which is too small to count.
//
// A block computes 128 x 192 elements of c and goes on with the next tile as long as there are any. One
// thread has slices of the factors copied to shared memory, several ahead; two groups of four warps, 64 rows
// each, multiply them on the tensor cores. A cluster of two blocks, one above the other, shares the slices of
// b: each block copies half of them, for both.
//
// Tensor cores round sums towards zero. What this loses grows with the number of sums, and points one way: so
// partial sums of few slices are added to the others in registers, by ordinary additions. While one group
// of warps does that, the other has the tensor cores.

#include "kernels/common/matrix_view.hpp"
#include "kernels/matmul/hopper/barriers.cuh"
#include "kernels/matmul/hopper/cluster_tiles.cuh"
#include "kernels/matmul/hopper/wgmma.cuh"

namespace kernels::hopper {

constexpr int group_threads = 128, groups = 2;  ///< that multiply
constexpr int product_threads = group_threads * (1 + groups);
constexpr int group_rows = 64, tile_rows = groups * group_rows, tile_columns = wgmma_columns;
constexpr int stages = 5;
constexpr int a_slice_bytes = tile_rows * row_bytes, b_slice_bytes = tile_columns * row_bytes;
constexpr int stage_bytes = 2 * (a_slice_bytes + b_slice_bytes);
constexpr int swizzle_alignment = 1024;
constexpr int product_shared_bytes = stages * stage_bytes + swizzle_alignment;

/// Powers of two by which the rows of a and the columns of b were divided; null: none.
struct Scales {
  const float* rows;
  const float* columns;
};

struct Barriers {
  std::uint64_t full[stages], free[stages];
};

template <int Cluster>
using ProductTiles = ClusterTiles<Cluster * tile_rows, tile_columns>;

template <class Term, int Cluster>
__device__ void copy_slices(const CUtensorMap& a, const CUtensorMap& b, ProductTiles<Cluster> tiles,
                            int slices, unsigned char* memory, Barriers& barriers) {
  const unsigned rank = Cluster == 1 ? 0 : rank_in_cluster();
  constexpr int b_rows = tile_columns / Cluster;
  constexpr std::uint16_t everyone = Cluster == 1 ? 0 : (1 << Cluster) - 1;
  RingPlace<stages> ring;
  for (unsigned tile = blockIdx.x / Cluster; tile < tiles.count(); tile += gridDim.x / Cluster) {
    const auto place = tiles.place(tile);
    const int a_row = place.row + static_cast<int>(rank) * tile_rows;
    const int b_row = place.column + static_cast<int>(rank) * b_rows;
    for (int slice = 0; slice < slices; ++slice, ring.advance()) {
      wait_for(&barriers.free[ring.stage], ring.parity ^ 1);
      std::uint64_t* const full = &barriers.full[ring.stage];
      arrive_expecting(full, stage_bytes);
      unsigned char* const a_slice = memory + ring.stage * stage_bytes;
      unsigned char* const b_slice = a_slice + 2 * a_slice_bytes + rank * b_rows * row_bytes;
      for (int term = 0; term < 2; ++term) {
        copy_box(a, slice * Term::depth, a_row, term, a_slice + term * a_slice_bytes, full, 0);
        copy_box(b, slice * Term::depth, b_row, term, b_slice + term * b_slice_bytes, full, everyone);
      }
    }
  }
}

/// part += the product of a stage's slices, or part = it if `fresh`. The small products come first.
template <class Term>
__device__ inline void multiply_slices(float (&part)[wgmma_sums], const unsigned char* stage, int group,
                                       bool fresh) {
  const std::uint64_t a_high = slice_descriptor(stage + group * group_rows * row_bytes);
  const std::uint64_t b_high = slice_descriptor(stage + 2 * a_slice_bytes);
  const std::uint64_t a_low = a_high + (a_slice_bytes >> 4), b_low = b_high + (b_slice_bytes >> 4);
  constexpr int steps = row_bytes / step_bytes, step = step_bytes >> 4;
#pragma unroll
  for (int s = 0; s < steps; ++s) {
    wgmma<Term>(part, a_low + s * step, b_high + s * step, !fresh || s > 0);
    wgmma<Term>(part, a_high + s * step, b_low + s * step, true);
  }
#pragma unroll
  for (int s = 0; s < steps; ++s) wgmma<Term>(part, a_high + s * step, b_high + s * step, true);
}

template <int Cluster>
__device__ inline void release(Barriers& barriers, int stage) {
  if (threadIdx.x % 32 != 0) return;
#pragma unroll
  for (unsigned rank = 0; rank < Cluster; ++rank) arrive_at(&barriers.free[stage], rank);
}

/// Stores the tile into c, or adds it to what is there.
__device__ inline void store_tile(const float (&sums)[wgmma_sums], MatrixView<float> c, bool add,
                                  std::size_t row, std::size_t column, Scales scales) {
  const bool pairs = reinterpret_cast<std::uintptr_t>(c.data) % 8 == 0 && c.stride % 2 == 0;
#pragma unroll
  for (int half = 0; half < 2; ++half, row += 8) {
    if (row >= c.rows) return;
    const float row_scale = scales.rows == nullptr ? 1 : scales.rows[row];
    float* const to = c.data + row * c.stride + column;
#pragma unroll
    for (int j = 0; j < tile_columns / 8; ++j) {
      const std::size_t first = column + 8 * j;
      if (first >= c.columns) break;
      const bool both = first + 1 < c.columns;
      float x = sums[4 * j + 2 * half] * row_scale, y = sums[4 * j + 2 * half + 1] * row_scale;
      if (scales.columns != nullptr) {
        x *= scales.columns[first];
        if (both) y *= scales.columns[first + 1];
      }
      if (pairs && both) {
        auto* const to_pair = reinterpret_cast<float2*>(to + 8 * j);
        const float2 before = add ? *to_pair : float2{};
        *to_pair = {before.x + x, before.y + y};
      } else {
        to[8 * j] = (add ? to[8 * j] : 0) + x;
        if (both) to[8 * j + 1] = (add ? to[8 * j + 1] : 0) + y;
      }
    }
  }
}

/// Partial sums of `SlicesTogether` slices come from the tensor cores.
template <class Term, int Cluster, int SlicesTogether>
__device__ void multiply_tiles(ProductTiles<Cluster> tiles, int slices, MatrixView<float> c, bool add,
                               Scales scales, const unsigned char* memory, Barriers& barriers) {
  const int group = static_cast<int>(threadIdx.x) / group_threads - 1;
  const unsigned rank = Cluster == 1 ? 0 : rank_in_cluster();
  const int warp = static_cast<int>(threadIdx.x) / 32 % 4, lane = static_cast<int>(threadIdx.x) % 32;
  RingPlace<stages> ring;
  for (unsigned tile = blockIdx.x / Cluster; tile < tiles.count(); tile += gridDim.x / Cluster) {
    float sums[wgmma_sums] = {}, part[wgmma_sums];
    for (int slice = 0; slice < slices;) {
      const int end = min(slice + SlicesTogether, slices);
      int previous = -1;
      for (bool fresh = true; slice < end; ++slice, fresh = false) {
        wait_for(&barriers.full[ring.stage], ring.parity);
        hold_sums(part);
        wgmma_fence();
        multiply_slices<Term>(part, memory + ring.stage * stage_bytes, group, fresh);
        wgmma_commit();
        hold_sums(part);
        if (previous >= 0) {
          wgmma_wait<1>();
          release<Cluster>(barriers, previous);
        }
        previous = ring.stage;
        ring.advance();
      }
      wgmma_wait<0>();
      hold_sums(part);
      release<Cluster>(barriers, previous);
#pragma unroll
      for (int i = 0; i < wgmma_sums; ++i) sums[i] += part[i];
    }
    const auto place = tiles.place(tile);
    store_tile(
        sums, c, add,
        static_cast<std::size_t>(place.row) + rank * tile_rows + group * group_rows + warp * 16 + lane / 4,
        static_cast<std::size_t>(place.column) + lane % 4 * 2, scales);
  }
}

/// c = the product of the terms, or c += it, if `condition` holds. `slices` cover all of k.
template <class Term, int Cluster, int SlicesTogether>
__global__ void __cluster_dims__(Cluster) __launch_bounds__(product_threads, 1)
    multiply_terms(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, int slices,
                   MatrixView<float> c, bool add, Scales scales, Condition condition) {
  if (!condition.holds()) return;
  extern __shared__ unsigned char shared[];
  __shared__ Barriers barriers;
  unsigned char* const memory = shared + (swizzle_alignment - shared_address(shared) % swizzle_alignment);
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < stages; ++stage) {
      barrier_init(&barriers.full[stage], 1);
      barrier_init(&barriers.free[stage], Cluster * groups * group_threads / 32);
    }
    publish_barriers();
  }
  __syncthreads();
  cluster_sync();
  const ProductTiles<Cluster> tiles(c.rows, c.columns);
  if (threadIdx.x < group_threads) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (threadIdx.x == 0) copy_slices<Term, Cluster>(a, b, tiles, slices, memory, barriers);
    __syncwarp();
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    multiply_tiles<Term, Cluster, SlicesTogether>(tiles, slices, c, add, scales, memory, barriers);
  }
  cluster_sync();  // no block ends while another may still arrive at its barriers
}

}  // namespace kernels::hopper
