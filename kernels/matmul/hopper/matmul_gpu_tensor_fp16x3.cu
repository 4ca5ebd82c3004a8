// The method of gpu-tensor-tf32x3 with terms of half precision, which tensor cores multiply at twice the rate.
// They have as many significant bits, but few exponents. So the rows of a and the columns of b are first
// multiplied by powers of two, and c's elements by their inverses. If the factors vary so much within rows or
// columns that their small elements would lose bits that matter, gpu-tensor-tf32x3's method is used. The GPU
// decides that while it splits, so the host does not wait. (Scaled terms of half precision: Ootomo and Yokota,
// 2022.)
//
// Products that are small or flat are computed as by gpu-tensor-tf32x3.
//
// It needs compute capability 9.0. What was tried: laboratory/notes/matmul-hopper.md.

#include <optional>

#include "kernels/matmul/hopper/fused_products.hpp"
#include "kernels/matmul/hopper/split_product.cuh"
#include "kernels/matmul/matmul.hpp"
#include "kernels/matmul/panel_product.hpp"
#include "kernels/matmul/register_tiles.hpp"

namespace kernels {
namespace {

using namespace hopper;

void split_float16(MatrixView<const float> a, MatrixView<const float> b, const Scratch& scratch,
                   GpuStream stream) {
  const Lines a_lines = scratch.a_lines(), b_lines = scratch.b_lines();
  constexpr std::size_t most_down = 65535;
  const dim3 blocks(static_cast<unsigned>((b.columns + split_threads - 1) / split_threads),
                    static_cast<unsigned>(std::min((b.rows + peak_rows - 1) / peak_rows, most_down)));
  find_column_peaks<<<blocks, split_threads, 0, stream>>>(b, b_lines.peaks);
  check_launch("find_column_peaks");
  split_factors<SplitFloat16>(a, b, scratch, scratch.when(float16_will_do), stream);
  constexpr int judge_threads = 1024;
  judge_float16<<<1, judge_threads, 0, stream>>>(a_lines, a.rows + b.columns, a.columns,
                                                 scratch.findings<SplitFloat16>());
  check_launch("judge_float16");
}

/// The factors are split when they are taken, into terms of whichever type they need.
class SplitPanels : public PanelProduct<float> {
 public:
  std::size_t scratch_bytes(std::size_t rows, std::size_t depth, std::size_t columns) const override {
    return Scratch::bytes(rows, depth, columns);
  }
  PanelCosts costs() const override {
    return {
        .multiply_adds_per_second = 100e12, .element_of_c_seconds = 3e-12, .panel_element_seconds = 3e-12};
  }

  void take(MatrixView<const float> a, MatrixView<const float> b, GpuStream stream) override {
    a_ = a;
    b_ = b;
    scratch_.reset();
    if (!can_split(a, b)) return;
    scratch_.emplace(a, b, stream);
    split_float16(a, b, *scratch_, stream);
    split_tf32(a, b, *scratch_, needs_tf32, stream);
  }

  void multiply(std::size_t first_row, MatrixView<float> c, Into into, GpuStream stream) override {
    if (!scratch_) {
      const auto rows = a_.block(first_row, 0, c.rows, a_.columns);
      return multiply_register_tiles(rows, b_, c, into, stream);
    }
    multiply_split<Float16>(a_.columns, first_row, c, into, *scratch_,
                            {scratch_->a_lines().scales + first_row, scratch_->b_lines().scales},
                            scratch_->when(float16_will_do), stream);
    multiply_split_tf32(a_, b_, first_row, c, into, *scratch_, needs_tf32, stream);
  }

 private:
  MatrixView<const float> a_, b_;
  std::optional<Scratch> scratch_;
};

}  // namespace

std::unique_ptr<PanelProduct<float>> tensor_fp16x3_panels() {
  return std::make_unique<SplitPanels>();
}

void matmul_gpu_tensor_fp16x3(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c,
                              GpuStream stream) {
  if (c.rows == 0 || c.columns == 0) return;
  if (can_split(a, b) && multiply_fused_if_faster({a, b, c}, stream)) return;
  SplitPanels factors;
  factors.take(a, b, stream);
  factors.multiply(0, c, Into::empty, stream);
}

}  // namespace kernels
