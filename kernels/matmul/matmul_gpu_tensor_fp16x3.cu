// As gpu-tensor-tf32x3, by terms of half precision, which tensor cores multiply at twice the rate: of as many
// significant bits, but with few exponents. So the rows of a and the columns of b are first multiplied by
// powers of two, and c's elements by their inverses. Where the factors vary so much within rows or columns
// that their small elements would lose bits that matter, all is done as by gpu-tensor-tf32x3. The GPU finds
// that out while it splits, and nobody waits for it. (Scaled terms of half precision: Ootomo and Yokota,
// 2022.)
//
// For compute capability 9.0 alone. hopper/ has the kernel, the split, and NOTES.md: what was tried.

#include "kernels/matmul/hopper/split_product.cuh"
#include "kernels/matmul/matmul.hpp"
#include "kernels/matmul/register_tiles.hpp"

namespace kernels {

void matmul_gpu_tensor_fp16x3(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c,
                              GpuStream stream) {
  using namespace hopper;
  if (c.rows == 0 || c.columns == 0) return;
  if (!can_split(a, c)) return multiply_register_tiles(a, b, c, Into::empty, stream);
  const Scratch scratch(a, b, stream);
  const Lines a_lines = scratch.a_lines(), b_lines = scratch.b_lines();
  constexpr std::size_t most_down = 65535;
  const dim3 blocks(static_cast<unsigned>((b.columns + split_threads - 1) / split_threads),
                    static_cast<unsigned>(std::min((b.rows + peak_rows - 1) / peak_rows, most_down)));
  find_column_peaks<<<blocks, split_threads, 0, stream>>>(b, b_lines.peaks);
  check_launch("find_column_peaks");
  split_factors<SplitFloat16>(a, b, scratch, scratch.when(float16_will_do), stream);
  constexpr int judge_threads = 1024;
  judge_float16<<<1, judge_threads, 0, stream>>>(a_lines, c.rows + c.columns, a.columns,
                                                 scratch.findings<SplitFloat16>());
  check_launch("judge_float16");
  multiply_split<Float16>(a.columns, c, scratch, {a_lines.scales, b_lines.scales},
                          scratch.when(float16_will_do), stream);
  multiply_split_tf32(a, b, c, scratch, needs_tf32, stream);
}

}  // namespace kernels
