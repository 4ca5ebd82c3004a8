// gpu-register-tiles for compute capability 9.0, where what is short are the multiply-adds' turns to be issued:
// so no warp that computes copies anything. A warp of its own has the copy engine bring slices of both factors
// to shared memory, in a ring, and barriers there say when a slice has come, and when it is free again. The
// engine does not transpose: that is done beforehand, for all of a. It brings zeros for what lies outside.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/shared_memory.hpp"
#include "kernels/matmul/hopper/barriers.cuh"
#include "kernels/matmul/hopper/cluster_tiles.cuh"
#include "kernels/matmul/hopper/copyable_factors.hpp"
#include "kernels/matmul/hopper/register_tiles.hpp"
#include "kernels/matmul/hopper/slice_ring.cuh"
#include "kernels/matmul/hopper/tensor_map.hpp"
#include "kernels/matmul/register_tiles.cuh"

namespace kernels::hopper {
namespace {

/// As BestTile, but for a's slices: nothing is transposed on the way, so no padding. One block less at a time,
/// as there are more warps in a block.
struct CopiedTile : RegisterTile<float, 64, 128, 16, 8, 8, 4, 3> {
  static constexpr int a_stride = rows;
  static constexpr int a_elements = depth * a_stride, stage_elements = a_elements + b_elements;
  static constexpr int stage_bytes = stage_elements * static_cast<int>(sizeof(float));
  static constexpr int alignment = 128;  ///< of what the copy engine writes
  static constexpr int ring_bytes = stages * stage_bytes + alignment;
  static constexpr int all_threads = threads + 32;
};
using Tile = CopiedTile;

/// One thread's work: the slices from `slice` to `end`, each as soon as there is room. Those of either factor begin in
/// its row `first_row`.
__device__ void copy_slices(const CUtensorMap& a, const CUtensorMap& b, TilePlace place, int first_row,
                            std::size_t slice, std::size_t end, float* slices, RingBarriers<Tile>& barriers) {
  RingPlace<Tile::stages> ring;
#pragma unroll 1
  for (; slice < end; ++slice, ring.advance()) {
    wait_for(&barriers.free[ring.stage], ring.parity ^ 1);
    std::uint64_t* const full = &barriers.full[ring.stage];
    arrive_expecting(full, Tile::stage_bytes);
    float* const a_slice = slices + ring.stage * Tile::stage_elements;
    const int row = first_row + static_cast<int>(slice) * Tile::depth;
    copy_box(a, static_cast<int>(place.row), row, 0, a_slice, full, 0);
    copy_box(b, static_cast<int>(place.column), row, 0, a_slice + Tile::a_elements, full, 0);
  }
}

/// Where rows of c are not aligned, a thread's four neighbours cannot be written at once. So the tile goes through shared
/// memory, where the slices were, and a warp writes a row. All threads that compute call it.
__device__ void store_by_rows(const float (&sums)[Tile::thread_rows][Tile::thread_columns],
                              MatrixView<float> c, bool add, TilePlace place, ThreadPlace thread,
                              float* tile) {
  static_assert(Tile::rows * Tile::columns <= Tile::stages * Tile::stage_elements);
  const auto all_who_compute = [] { asm volatile("bar.sync 1, %0;" ::"n"(Tile::threads) : "memory"); };
  all_who_compute();  // they have read the last slice
#pragma unroll
  for (int i = 0; i < Tile::thread_rows; ++i) {
#pragma unroll
    for (int j = 0; j < Tile::thread_columns; j += 4) {
      *reinterpret_cast<Vector16<float>*>(tile + (thread.row + i / 4 * 16 + i % 4) * Tile::columns +
                                          thread.column + 8 * j) = {sums[i][j], sums[i][j + 1],
                                                                    sums[i][j + 2], sums[i][j + 3]};
    }
  }
  all_who_compute();
  for (unsigned row = threadIdx.x / 32; row < Tile::rows && place.row + row < c.rows;
       row += Tile::threads / 32) {
    float* const to = c.data + (place.row + row) * c.stride + place.column;
#pragma unroll
    for (unsigned column = threadIdx.x % 32; column < Tile::columns; column += 32) {
      if (place.column + column >= c.columns) break;
      to[column] = (add ? to[column] : 0.0f) + tile[row * Tile::columns + column];
    }
  }
}

/// The shape of each of several products, see multiply_layers.
struct Layer {
  std::size_t rows, depth;
};

/// result = a b for the transposed a and b: a tile a block, or a part of one. A kernel of its own for each kind of c: with
/// both ways to store it, it took 5% longer.
template <bool c_aligned>
__global__ void __launch_bounds__(Tile::all_threads, Tile::blocks_at_once)
    multiply_copied_tile(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                         Layer layer, Result<float> result) {
  extern __shared__ unsigned char shared[];
  __shared__ RingBarriers<Tile> barriers;
  float* const slices = aligned_slices<Tile>(shared);
  const auto [tile, part] = result.parts.place(blockIdx.x);
  const TilePlace place = tile_place<Tile>(result.c.rows, result.c.columns, tile);
  const auto [first, end] = result.parts.range(tile, part, (layer.depth + Tile::depth - 1) / Tile::depth);
  if (threadIdx.x == 0) begin_ring<Tile>(barriers, 1);
  __syncthreads();
  if (threadIdx.x >= Tile::threads) {
    if (threadIdx.x == Tile::threads) {
      const std::size_t index = place.row / layer.rows;
      const TilePlace in_layer{place.row - index * layer.rows, place.column};
      copy_slices(a, b, in_layer, static_cast<int>(index * layer.depth), first, end, slices, barriers);
    }
    return;
  }
  const ThreadPlace thread = thread_place<Tile>();
  float sums[Tile::thread_rows][Tile::thread_columns] = {};
  add_ring<Tile>(slices, barriers, static_cast<int>(end - first), thread, sums);
  if constexpr (!c_aligned) {
    if (!result.parts.is_split(tile)) {
      return store_by_rows(sums, result.c, result.add, place, thread, slices);
    }
  }
  store_sums<Tile>(sums, result, tile, place, thread);
}

/// Boxes of a slice's rows, `columns` wide.
CUtensorMap describe(MatrixView<const float> matrix, unsigned columns) {
  return describe_boxes(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, matrix.data, {matrix.columns, matrix.rows, 1},
                        {matrix.stride * sizeof(float), matrix.rows * matrix.stride * sizeof(float)},
                        {columns, Tile::depth, 1}, CU_TENSOR_MAP_SWIZZLE_NONE);
}

}  // namespace

void multiply_register_tiles(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c,
                             Into into, GpuStream stream) {
  const CopyableFactors factors(a, b, stream);
  multiply_layers(factors.transposed_a(), factors.b(), c, 1, into, stream);
}

void multiply_layers(MatrixView<const float> transposed_a, MatrixView<const float> b, MatrixView<float> c,
                     std::size_t layers, Into into, GpuStream stream) {
  static_assert(layer_row_multiple % Tile::rows == 0 && layer_depth_multiple % Tile::depth == 0);
  const bool aligned = rows_are_aligned(c), add = into == Into::sum;
  auto* const kernel = aligned ? &multiply_copied_tile<true> : &multiply_copied_tile<false>;
  permit_shared_memory<multiply_copied_tile<true>>(Tile::ring_bytes, "multiply_copied_tile");
  permit_shared_memory<multiply_copied_tile<false>>(Tile::ring_bytes, "multiply_copied_tile");
  const CUtensorMap a_map = describe(transposed_a, Tile::rows), b_map = describe(b, Tile::columns);
  const Layer layer{c.rows / layers, b.rows / layers};
  multiply_in_parts<Tile>(c, layer.depth, add, stream, [&](TileParts parts, float* partial) {
    kernel<<<parts.blocks(), Tile::all_threads, Tile::ring_bytes, stream>>>(
        a_map, b_map, layer, Result<float>{c, add, aligned, parts, partial});
    check_launch("multiply_copied_tile");
  });
}

}  // namespace kernels::hopper
