// gpu-register-tiles for compute capability 9.0, where the rate at which multiply-adds are issued is the limit:
// so warps that compute copy nothing. A separate warp has the copy engine bring slices of both factors to a
// ring in shared memory; barriers there say when a slice has arrived, and when it is free again. The engine
// does not transpose, so all of a is transposed beforehand. Outside of the matrices, the engine brings zeros.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/shared_memory.hpp"
#include "kernels/matmul/hopper/barriers.cuh"
#include "kernels/matmul/hopper/copied_tile.cuh"
#include "kernels/matmul/hopper/copyable_factors.hpp"
#include "kernels/matmul/hopper/register_tiles.hpp"
#include "kernels/matmul/hopper/slice_ring.cuh"
#include "kernels/matmul/register_tiles.cuh"

namespace kernels::hopper {
namespace {

using Tile = CopiedTile;

/// One thread's work: the slices from `slice` to `end`, each as soon as there is room. Those of either factor begin in
/// its row `first_row`.
__device__ void copy_slices(const CUtensorMap& a, const CUtensorMap& b, TilePlace place, int first_row,
                            std::size_t slice, std::size_t end, float* slices, RingBarriers<Tile>& barriers) {
  RingPlace<Tile::stages> ring;
#pragma unroll 1
  for (; slice < end; ++slice, ring.advance()) {
    copy_slice<Tile>(a, b, place, first_row + static_cast<int>(slice) * Tile::depth, slices, ring, barriers);
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
  RingReader<Tile> reader;
  add_ring<Tile>(slices, barriers, reader, static_cast<int>(end - first), thread, sums);
  if constexpr (!c_aligned) {
    if (!result.parts.is_split(tile)) {
      return store_by_warps<Tile>(sums, result.c, result.add, place, thread,
                                  slices + Tile::stages * Tile::stage_elements);
    }
  }
  store_sums<Tile>(sums, result, tile, place, thread);
}

}  // namespace

void multiply_register_tiles(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c,
                             Into into, GpuStream stream) {
  const CopyableFactors factors(Copied::both, a, b, stream);
  multiply_layers(factors.transposed_a(), factors.b(), c, 1, into, stream);
}

void multiply_layers(MatrixView<const float> transposed_a, MatrixView<const float> b, MatrixView<float> c,
                     std::size_t layers, Into into, GpuStream stream) {
  static_assert(layer_row_multiple % Tile::rows == 0 && layer_depth_multiple % Tile::depth == 0);
  const bool aligned = rows_are_aligned(c), add = into == Into::sum;
  auto* const kernel = aligned ? &multiply_copied_tile<true> : &multiply_copied_tile<false>;
  constexpr int all_bytes = Tile::ring_bytes + Tile::staging_bytes;
  permit_shared_memory<multiply_copied_tile<true>>(Tile::ring_bytes, "multiply_copied_tile");
  permit_shared_memory<multiply_copied_tile<false>>(all_bytes, "multiply_copied_tile");
  const int shared_bytes = aligned ? Tile::ring_bytes : all_bytes;
  const CUtensorMap a_map = describe_slices(transposed_a, Tile::rows, Tile::depth),
                    b_map = describe_slices(b, Tile::columns, Tile::depth);
  const Layer layer{c.rows / layers, b.rows / layers};
  multiply_in_parts<Tile>(c, layer.depth, add, stream, [&](TileParts parts, float* partial) {
    kernel<<<parts.blocks(), Tile::all_threads, shared_bytes, stream>>>(
        a_map, b_map, layer, Result<float>{c, add, aligned, parts, partial});
    check_launch("multiply_copied_tile");
  });
}

}  // namespace kernels::hopper
