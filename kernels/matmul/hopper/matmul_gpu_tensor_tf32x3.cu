// Products of float32 matrices on tensor cores, as accurate as float32 arithmetic. Tensor cores multiply TF32
// numbers, of 11 significant bits, and add the products in float32. Each factor is split into two such terms,
// which together hold all but one of float32's 24 bits. Three of the four products of terms make c; the fourth
// is too small (Markidis et al., "NVIDIA Tensor Core Programmability, Performance & Precision", 2018; Ootomo
// and Yokota, "Recovering single precision accuracy from Tensor Cores while surpassing the FP32 theoretical
// peak performance", 2022, who found out about the tensor cores' rounding).
//
// Products that are small or flat are computed by one kernel that splits the factors itself (fused_split.cuh).
//
// Factors with infinities, NaN, or elements near the ends of float32's range are multiplied as by
// gpu-register-tiles. The GPU decides that itself, so the host does not wait. Short sums are always computed in
// that way.
//
// It needs compute capability 9.0. What was tried: laboratory/notes/matmul-hopper.md.

#include "kernels/matmul/hopper/float32_fallback.hpp"
#include "kernels/matmul/hopper/fused_products.hpp"
#include "kernels/matmul/hopper/split_product.cuh"
#include "kernels/matmul/matmul.hpp"
#include "kernels/matmul/register_tiles.hpp"

namespace kernels {
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
  multiply_in_float32_if(scratch.when(needs_float32), a.block(first_row, 0, c.rows, a.columns), b, c, into,
                         stream);
}

void matmul_gpu_tensor_tf32x3(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c,
                              GpuStream stream) {
  if (c.rows == 0 || c.columns == 0) return;
  if (!hopper::can_split(a, b)) return multiply_register_tiles(a, b, c, Into::empty, stream);
  if (hopper::multiply_fused_if_faster({a, b, c}, stream)) return;
  const hopper::Scratch scratch(a, b, stream);
  // Nobody has looked at the factors yet: no need is known.
  constexpr hopper::Need unknown = hopper::float16_will_do;
  hopper::split_tf32(a, b, scratch, unknown, stream);
  hopper::multiply_split_tf32(a, b, 0, c, Into::empty, scratch, unknown, stream);
}

}  // namespace kernels
