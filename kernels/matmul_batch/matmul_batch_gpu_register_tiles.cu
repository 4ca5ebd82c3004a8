// The tiles of matmul_gpu_register_tiles.cu, those of all products in one grid: for products of any size, and the
// smallest fill the GPU, too. Tiles of small products have much that lies outside; gpu-whole-factors is for these.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/matmul/register_tiles.cuh"
#include "kernels/matmul_batch/batch_grid.hpp"

namespace kernels {
namespace {

using Tile = BestTile<float>::Tile;

/// A block a tile; `tiles` of them are a product.
template <int CopyBytes>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks_at_once)
    multiply_batch_tiles(MatrixBatch<const float> a_batch, MatrixBatch<const float> b_batch,
                         MatrixBatch<float> c_batch, unsigned tiles, bool c_aligned) {
  const MatrixView<const float> a = a_batch.at(blockIdx.x / tiles), b = b_batch.at(blockIdx.x / tiles);
  const MatrixView<float> c = c_batch.at(blockIdx.x / tiles);
  const TilePlace place = tile_place<Tile>(c.rows, c.columns, blockIdx.x % tiles);
  const ThreadPlace thread = thread_place<Tile>();
  const bool inside = place.row + Tile::rows <= c.rows && place.column + Tile::columns <= c.columns;
  const bool idle = is_idle(place.row + thread.row >= c.rows || place.column + thread.column >= c.columns);
  float sums[Tile::thread_rows][Tile::thread_columns] = {};
  add_tile<Tile, CopyBytes>(a, b, place, thread, inside, idle, 0, (a.columns + Tile::depth - 1) / Tile::depth,
                            sums);
  store_sums<Tile>(sums, c, false, c_aligned, place, thread);
}

}  // namespace

void matmul_batch_gpu_register_tiles(MatrixBatch<const float> a, MatrixBatch<const float> b,
                                     MatrixBatch<float> c, GpuStream stream) {
  const std::size_t tiles = ((c.first.rows + Tile::rows - 1) / Tile::rows) *
                            ((c.first.columns + Tile::columns - 1) / Tile::columns);
  static_assert(Tile::shared_bytes <= 48 * 1024, "more needs to be permitted");
  auto* const kernel = batch_is_aligned(b, 4) ? &multiply_batch_tiles<16> : &multiply_batch_tiles<4>;
  launch_in_grids(a, b, c, 1, tiles, [&](auto part_a, auto part_b, auto part_c, unsigned blocks) {
    kernel<<<blocks, Tile::threads, Tile::shared_bytes, stream>>>(
        part_a, part_b, part_c, static_cast<unsigned>(tiles), batch_is_aligned(c, 4));
    check_launch("matmul_batch_gpu_register_tiles");
  });
}

}  // namespace kernels
