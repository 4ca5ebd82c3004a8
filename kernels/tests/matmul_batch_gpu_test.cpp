#include <string>
#include <vector>

#include CATCH2_HEADER

#include "kernels/gpu/stream.hpp"
#include "kernels/tests/matmul_batch_check.hpp"
#include "kernels/tests/on_device.hpp"

using kernels::MatrixBatch;
using kernels_tests::BatchShape;
using kernels_tests::Data;
using kernels_tests::Layout;
using kernels_tests::MatmulBatchProblem;
using kernels_tests::OnDevice;

namespace {

/// What is wrong with a device-level function, or nothing.
std::string complaint_on_device(const MatmulBatchProblem& problem, kernels::MatmulBatchDeviceFunction* run) {
  return problem.complaint_about([&](auto& a, auto& b, auto& c) {
    const OnDevice<float> device_a(a), device_b(b), device_c(c);
    const kernels::Stream stream;
    run(problem.batch_a(device_a.view()), problem.batch_b(device_b.view()), problem.batch_c(device_c.view()),
        stream);
    c = device_c.read_back();
    a = device_a.read_back();
    b = device_b.read_back();
  });
}

/// Every GPU variant at both its levels.
void check_all_variants(const BatchShape& shape, Data data, unsigned seed, bool shares_b = false) {
  const MatmulBatchProblem problem(shape, data, seed, shares_b);
  for (const auto& variant : kernels::matmul_batch_variants()) {
    if (!kernels::is_gpu_variant(variant.name) || !variant.supported().available) continue;
    CAPTURE(variant.name, shape.each.m, shape.each.k, shape.each.n, shape.count, shape.gap, shape.between,
            static_cast<int>(shape.layout), static_cast<int>(data), seed, shares_b);
    CHECK(complaint_on_device(problem, variant.run_on_device) == "");
    CHECK(problem.complaint(variant.run) == "");
  }
}

// One less, as many and one more than the sides that are computed whole, of tiles and of slices; flat and thin ones.
const std::vector<BatchShape> shapes = {
    {{0, 3, 5}, 2},          {{3, 0, 5}, 2},          {{3, 5, 0}, 2},       {{2, 3, 4}, 0},
    {{1, 1, 1}, 1},          {{2, 3, 5}, 19, 1},      {{8, 8, 8}, 17},      {{9, 7, 8}, 5},
    {{16, 16, 16}, 5},       {{17, 15, 16}, 5, 0, 1}, {{24, 23, 22}, 5, 2}, {{31, 33, 32}, 3},
    {{40, 39, 38}, 2},       {{48, 47, 45}, 2},       {{5, 56, 3}, 2},      {{64, 64, 64}, 2},
    {{63, 64, 61}, 2},       {{64, 8, 64}, 2},        {{65, 31, 65}, 2},    {{57, 32, 60}, 2, 3},
    {{65, 65, 65}, 2},       {{80, 33, 79}, 2},       {{81, 64, 96}, 2},    {{97, 35, 128}, 1},
    {{3, 70, 129}, 2, 0, 1}, {{129, 40, 1}, 2},       {{130, 100, 70}, 1},  {{144, 66, 144}, 1},
    {{70, 300, 90}, 2},      {{33, 257, 200}, 2, 1},  {{64, 128, 80}, 3},   {{200, 96, 96}, 2},
    {{32, 31, 30}, 5},       {{27, 25, 29}, 6},       {{1, 18, 3}, 3},      {{33, 34, 35}, 7},
    {{60, 36, 52}, 4},       {{61, 62, 63}, 5, 0, 1}, {{1, 41, 2}, 3},      {{64, 64, 1}, 3, 0, 3},
    {{192, 64, 180}, 2},     {{150, 33, 191}, 2},     {{31, 31, 31}, 9},    {{18, 32, 17}, 4},
    {{29, 30, 31}, 8},       {{31, 5, 30}, 8},        {{32, 30, 19}, 7},    {{31, 31, 31}, 8, 0, 1},
};

void computes_nothing(MatrixBatch<const float>, MatrixBatch<const float>, MatrixBatch<float>,
                      kernels::GpuStream) {}

void the_first_alone(MatrixBatch<const float> a, MatrixBatch<const float> b, MatrixBatch<float> c,
                     kernels::GpuStream stream) {
  a.count = b.count = c.count = 1;
  kernels::find_variant(kernels::matmul_batch_variants(), "gpu-register-tiles")
      ->run_on_device(a, b, c, stream);
}

}  // namespace

TEST_CASE("matmul_batch on the GPU: the variants that cannot run here") {
  kernels_tests::tell_skipped("matmul_batch", kernels::matmul_batch_variants());
}

TEST_CASE("matmul_batch on the GPU: awkward shapes, strides and distances, aligned and not") {
  REQUIRE_GPU();
  unsigned seed = 5301;
  for (BatchShape shape : shapes) {
    if (!kernels_tests::fits_here(shape.count * shape.each.m * shape.each.n)) continue;
    for (const Layout layout : {Layout::unaligned, Layout::aligned}) {
      shape.layout = layout;
      ++seed;
      check_all_variants(shape, seed % 2 == 0 ? Data::fractions : Data::integers, seed, seed % 3 == 0);
    }
  }
}

TEST_CASE("matmul_batch on the GPU: numbers whose terms would not hold them") {
  REQUIRE_GPU();
  unsigned seed = 5401;
  for (const Data data : {Data::specials, Data::magnitudes}) {
    for (const Layout layout : {Layout::unaligned, Layout::aligned}) {
      check_all_variants({{13, 17, 19}, 3, 0, 0, layout}, data, ++seed);
      check_all_variants({{66, 40, 67}, 2, 1, 0, layout}, data, ++seed);
      check_all_variants({{29, 30, 31}, 5, 0, 0, layout}, data, ++seed);
      check_all_variants({{63, 61, 62}, 3, 0, 0, layout}, data, ++seed);
      check_all_variants({{48, 60, 64}, 3, 0, 0, layout}, data, ++seed);
    }
  }
}

TEST_CASE("matmul_batch on the GPU: factors near the ends of float32") {
  REQUIRE_GPU();
  const auto* tensor = kernels::find_variant(kernels::matmul_batch_variants(), "gpu-tensor-tf32x3");
  REQUIRE(tensor != nullptr);
  if (!tensor->supported().available) return;
  for (const auto& [a_factor, b_factor] : {std::pair{0x1p-110f, 0x1p100f}, {0x1.8p126f, 0x1p-20f}}) {
    for (const std::size_t side : {63, 64, 65, 96}) {
      CAPTURE(a_factor, side);
      const MatmulBatchProblem problem({{side, side, side}, 2}, Data::fractions, 5501, false, a_factor,
                                       b_factor);
      CHECK(complaint_on_device(problem, tensor->run_on_device) == "");
    }
  }
}

TEST_CASE("matmul_batch on the GPU: more products than a block has, up to a whole GPU", "[.large]") {
  REQUIRE_GPU();
  check_all_variants({{16, 16, 16}, 9'999}, Data::integers, 5601);
  check_all_variants({{33, 34, 35}, 801}, Data::fractions, 5604);
  check_all_variants({{44, 32, 44}, 801}, Data::fractions, 5605);
  check_all_variants({{100, 101, 102}, 301}, Data::fractions, 5602);
  check_all_variants({{255, 256, 257}, 9}, Data::fractions, 5603);
}

TEST_CASE("matmul_batch on the GPU: the check finds what is wrong") {
  REQUIRE_GPU();
  const MatmulBatchProblem problem({{5, 4, 3}, 2}, Data::fractions, 5701);
  CHECK(complaint_on_device(problem, &computes_nothing).starts_with("product 0, row 0, column 0: "));
  CHECK(complaint_on_device(problem, &the_first_alone).starts_with("product 1, row 0, column 0: "));
}
