#include "kernels/gpu/cuda_check.hpp"
#include "kernels/matmul/hopper/float32_fallback.hpp"
#include "kernels/matmul/register_tiles.cuh"

namespace kernels::hopper {
namespace {

template <class Tile, int CopyBytes>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks_at_once)
    multiply_in_float32(MatrixView<const float> a, MatrixView<const float> b, Result<float> result,
                        Condition condition) {
  if (condition.holds()) compute_register_tile<Tile, CopyBytes>(a, b, result);
}

}  // namespace

void multiply_in_float32_if(Condition condition, MatrixView<const float> a, MatrixView<const float> b,
                            MatrixView<float> c, Into into, GpuStream stream) {
  using Tile = BestTile<float>::Tile;
  auto* const kernel =
      rows_are_aligned(b) ? &multiply_in_float32<Tile, 16> : &multiply_in_float32<Tile, sizeof(float)>;
  const std::size_t tiles =
      (c.rows + Tile::rows - 1) / Tile::rows * ((c.columns + Tile::columns - 1) / Tile::columns);
  const TileParts parts = whole_tiles(tiles);
  kernel<<<parts.blocks(), Tile::threads, Tile::shared_bytes, stream>>>(
      a, b, Result<float>{c, into == Into::sum, rows_are_aligned(c), parts, nullptr}, condition);
  check_launch("multiply_in_float32");
}

}  // namespace kernels::hopper
