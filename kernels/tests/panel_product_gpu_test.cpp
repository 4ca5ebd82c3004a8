#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include CATCH2_HEADER

#include "kernels/gpu/stream.hpp"
#include "kernels/matmul/panel_product.hpp"
#include "kernels/tests/matmul_check.hpp"
#include "kernels/tests/on_device.hpp"

// Products as sums over panels, in parts of their rows, as gpu-streamed computes them. Each of the sums is bounded
// like a product at once.

using kernels::Into;
using kernels::PanelProduct;
using kernels_tests::Data;
using kernels_tests::MatmulProblem;
using kernels_tests::OnDevice;
using kernels_tests::Shape;

namespace {

/// Panels of 200 products, but for a last one that is shorter; parts of 257 rows.
constexpr std::size_t depth = 200, part_rows = 257;

template <class T>
using MakePanels = std::function<std::unique_ptr<PanelProduct<T>>()>;

/// What is wrong with the sum of the panels' products, or nothing. `later`: what is done with the panels after the
/// first.
template <class T>
std::string complaint(const MatmulProblem<T>& problem, const MakePanels<T>& make, Into later = Into::sum) {
  return problem.complaint_about([&](auto& a, auto& b, auto& c) {
    const OnDevice<T> device_a(a), device_b(b), device_c(c);
    const kernels::MatrixView<const T> from_a = device_a.view(), from_b = device_b.view();
    const kernels::MatrixView<T> to = device_c.view();
    const kernels::Stream stream;
    const std::unique_ptr<PanelProduct<T>> panels = make();  // its memory is the stream's
    for (std::size_t first = 0; first < from_a.columns; first += depth) {
      const std::size_t k = std::min(depth, from_a.columns - first);
      panels->take(from_a.block(0, first, from_a.rows, k), from_b.block(first, 0, k, from_b.columns), stream);
      for (std::size_t row = 0; row < to.rows; row += part_rows) {
        const std::size_t rows = std::min(part_rows, to.rows - row);
        panels->multiply(row, to.block(row, 0, rows, to.columns), first == 0 ? Into::empty : later, stream);
      }
    }
    c = device_c.read_back();
    a = device_a.read_back();
    b = device_b.read_back();
  });
}

template <class T>
void check_panels(const std::vector<MakePanels<T>>& techniques, unsigned seed) {
  // Several parts, a last panel that is too short for the tensor cores, and one that is not.
  for (const Shape& shape : {Shape{300, 430, 70}, Shape{520, 211, 33}, Shape{3, 470, 300}}) {
    // Of hidden peaks, the first panel needs float64, or float32, and the others do not.
    for (const Data data :
         {Data::fractions, Data::magnitudes, Data::specials, Data::hidden_peaks, Data::integers}) {
      const MatmulProblem<T> problem(shape, 1, data, ++seed);
      for (std::size_t i = 0; i < techniques.size(); ++i) {
        CAPTURE(sizeof(T), shape.m, shape.k, shape.n, static_cast<int>(data), seed, i);
        CHECK(complaint(problem, techniques[i]) == "");
      }
    }
  }
}

template <class T, kernels::DirectPanels<T>::Multiply* technique>
std::unique_ptr<PanelProduct<T>> direct_panels() {
  return std::make_unique<kernels::DirectPanels<T>>(technique, kernels::PanelCosts{});
}

}  // namespace

TEST_CASE("matmul on the GPU: panels add up to the product, technique by technique") {
  REQUIRE_GPU();
  std::vector<MakePanels<float>> singles = {direct_panels<float, &kernels::multiply_register_tiles<float>>};
  std::vector<MakePanels<double>> doubles = {
      direct_panels<double, &kernels::multiply_register_tiles<double>>};
  if (kernels::ampere_supported().available) {
    doubles.emplace_back(direct_panels<double, &kernels::multiply_tensor_fp64>);
  }
#ifdef WARP_JUDGE_HAS_HOPPER
  if (kernels::hopper_supported().available) {
    singles.emplace_back(&kernels::tensor_fp16x3_panels);
    doubles.emplace_back([] { return kernels::ozaki_int8_panels(); });
    doubles.emplace_back([] { return kernels::ozaki_int8_panels(1); });  // slices of 256 rows
  }
#endif
  check_panels(singles, 6001);
  check_panels(doubles, 6101);
}

#ifdef WARP_JUDGE_HAS_HOPPER
TEST_CASE("matmul on the GPU: panels of residues hold their memory to what they say") {
  const auto panels = kernels::ozaki_int8_panels(), thin = kernels::ozaki_int8_panels(1);
  // 15 bytes for each element of the panels, and of c's slice.
  const std::size_t of_panels = std::size_t{15} * 2 * 8192 * 4096, slice = std::size_t{15} << 24;
  const std::size_t lines = std::size_t{1} << 23;  // what is known of them
  CHECK(panels->scratch_bytes(8192, 4096, 8192) >= of_panels + slice);
  CHECK(panels->scratch_bytes(8192, 4096, 8192) <= of_panels + slice + lines);
  CHECK(thin->scratch_bytes(8192, 4096, 8192) <= of_panels + std::size_t{15} * 256 * 8192 + lines);
  CHECK(panels->scratch_bytes(8192, 63, 8192) == 0);  // as gpu-tensor-fp64
}

TEST_CASE("matmul on the GPU: the check of panels finds those that are not added") {
  REQUIRE_GPU();
  if (!kernels::hopper_supported().available) return;
  const MakePanels<double> panels = [] { return kernels::ozaki_int8_panels(); };
  const MatmulProblem<double> problem({30, 430, 20}, 1, Data::fractions, 6401);
  CHECK(complaint(problem, panels) == "");
  CHECK(complaint(problem, panels, Into::empty).starts_with("row 0, column 0: expected"));
}
#endif
