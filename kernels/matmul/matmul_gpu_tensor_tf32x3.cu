// Products of float32 matrices on tensor cores, as accurate as float32 arithmetic. Tensor cores multiply TF32
// numbers, of 11 significant bits, and add the products in float32. Each factor is split into two such terms,
// which together hold float32's 24 bits but for one; three of the four products of terms make c, the fourth
// is too small (Markidis et al., "NVIDIA Tensor Core Programmability, Performance & Precision", 2018; Ootomo
// and Yokota, "Recovering single precision accuracy from Tensor Cores while surpassing the FP32 theoretical
// peak performance", 2022, who found out about the tensor cores' rounding).
//
// Factors with infinities, NaN, or elements near the ends of float32's range are multiplied as by
// gpu-register-tiles. The GPU finds that out, and nobody waits for it. Short sums go there from the start.
//
// For compute capability 9.0 alone. hopper/ has the kernel, the split, and NOTES.md: what was tried.

#include "kernels/matmul/hopper/split_product.cuh"
#include "kernels/matmul/matmul.hpp"
#include "kernels/matmul/register_tiles.cuh"
#include "kernels/matmul/register_tiles.hpp"

namespace kernels {
namespace {

template <class Tile, int CopyBytes>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks_at_once)
    multiply_in_float32(MatrixView<const float> a, MatrixView<const float> b, Result<float> result,
                        hopper::Condition condition) {
  if (condition.holds()) compute_register_tile<Tile, CopyBytes>(a, b, result);
}

/// gpu-register-tiles, if `condition` holds.
void multiply_if(hopper::Condition condition, MatrixView<const float> a, MatrixView<const float> b,
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

}  // namespace

void hopper::split_tf32(MatrixView<const float> a, MatrixView<const float> b, const Scratch& scratch,
                        Need need, GpuStream stream) {
  const Condition condition = scratch.when(need);
  split_factors<SplitTf32>(a, b, scratch, condition, stream);
  judge_tf32<<<1, 1, 0, stream>>>(scratch.findings<SplitTf32>(), condition);
  check_launch("judge_tf32");
}

void hopper::multiply_split_tf32(MatrixView<const float> a, MatrixView<const float> b, std::size_t first_row,
                                 MatrixView<float> c, Into into, const Scratch& scratch, Need need,
                                 GpuStream stream) {
  multiply_split<Tf32>(a.columns, first_row, c, into, scratch, {}, scratch.when(need), stream);
  multiply_if(scratch.when(needs_float32), a.block(first_row, 0, c.rows, a.columns), b, c, into, stream);
}

void matmul_gpu_tensor_tf32x3(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c,
                              GpuStream stream) {
  if (c.rows == 0 || c.columns == 0) return;
  if (!hopper::can_split(a, b)) return multiply_register_tiles(a, b, c, Into::empty, stream);
  const hopper::Scratch scratch(a, b, stream);
  // Nobody has looked at the factors yet: no need is known.
  constexpr hopper::Need unknown = hopper::float16_will_do;
  hopper::split_tf32(a, b, scratch, unknown, stream);
  hopper::multiply_split_tf32(a, b, 0, c, Into::empty, scratch, unknown, stream);
}

}  // namespace kernels
