#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include CATCH2_HEADER

#include "kernels/gpu/stream.hpp"
#include "kernels/matmul/staged_copies.hpp"
#include "kernels/matmul/streamed_product.hpp"
#include "kernels/tests/matmul_check.hpp"
#include "kernels/tests/on_device.hpp"

using kernels::MatrixView;
using kernels_tests::Budget;
using kernels_tests::Data;
using kernels_tests::Devices;
using kernels_tests::GuardedMatrix;
using kernels_tests::Layout;
using kernels_tests::MatmulProblem;
using kernels_tests::OnDevice;
using kernels_tests::Shape;

#ifdef WARP_JUDGE_HAS_HOPPER
#include "kernels/matmul/hopper/float64_products.hpp"
#include "kernels/matmul/hopper/register_tiles.hpp"
#include "kernels/matmul/hopper/small_products.hpp"
#include "kernels/matmul/hopper/strassen.hpp"
#include "kernels/matmul/hopper/stream_k.hpp"
#endif

namespace kernels {
template <class T, unsigned tile>
void matmul_gpu_tiled(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, GpuStream stream);
}

namespace {

/// What is wrong with a device-level function, or nothing.
template <class T>
std::string complaint_on_device(
    const MatmulProblem<T>& problem,
    const std::function<kernels::MatmulDeviceFunction<std::type_identity_t<T>>>& run) {
  return problem.complaint_about([&run](auto& a, auto& b, auto& c) {
    const OnDevice<T> device_a(a), device_b(b), device_c(c);
    const kernels::Stream stream;
    run(device_a.view(), device_b.view(), device_c.view(), stream);
    c = device_c.read_back();
    a = device_a.read_back();
    b = device_b.read_back();
  });
}

/// Every GPU variant at both its levels, as far as it can run here. The host's function has aligned copies of
/// its own, whatever the layout: one layout will do for it.
template <class T>
void check_all_variants(Shape shape, std::size_t gap, Data data, Layout layout, unsigned seed) {
  const MatmulProblem<T> problem(shape, gap, data, seed, layout);
  for (const auto& variant : kernels::matmul_variants<T>()) {
    if (!kernels::is_gpu_variant(variant.name) || !variant.supported().available) continue;
    CAPTURE(variant.name, sizeof(T), shape.m, shape.k, shape.n, gap, static_cast<int>(data),
            static_cast<int>(layout), seed);
    if (variant.run_on_device != nullptr) {
      CHECK(complaint_on_device(problem, variant.run_on_device) == "");
    }
    if (layout == Layout::unaligned) CHECK(problem.complaint(variant.run) == "");
  }
}

/// Checks in both types and layouts.
void check_everything(Shape shape, std::size_t gap, Data data, unsigned seed) {
  for (const Layout layout : {Layout::unaligned, Layout::aligned}) {
    check_all_variants<float>(shape, gap, data, layout, seed);
    check_all_variants<double>(shape, gap, data, layout, seed);
  }
}

/// Sums that are exact in any order, so that a slab which is missing, or counted twice, shows.
template <class T>
void check_texture(Shape shape, std::size_t gap, unsigned seed) {
  const auto* texture = kernels::find_variant(kernels::matmul_variants<T>(), "gpu-texture");
  REQUIRE(texture != nullptr);
  CAPTURE(sizeof(T), shape.m, shape.k, shape.n, gap, seed);
  const MatmulProblem<T> problem(shape, gap, Data::integers, seed);
  CHECK(complaint_on_device(problem, texture->run_on_device) == "");
}

// Sides of the tiles of 128 x 192 and of clusters twice as high, slices of 16 and 32, sums that are just long
// enough, and all of that again and a little.
const Shape tensor_shapes[] = {{1, 64, 1},      {127, 65, 193}, {128, 64, 192},
                               {129, 66, 191},  {257, 97, 385}, {300, 511, 400},
                               {3, 1009, 1000}, {1000, 80, 3},  {1, 65, 5000}};

/// The rows on tensor cores at both levels, within the same bound as all others.
template <class T>
void check_tensor(const MatmulProblem<T>& problem) {
  int found = 0;
  for (const auto& variant : kernels::matmul_variants<T>()) {
    if (!variant.name.starts_with("gpu-tensor-") && !variant.name.starts_with("gpu-ozaki-")) continue;
    ++found;
    if (!variant.supported().available) continue;
    CAPTURE(variant.name);
    CHECK(complaint_on_device(problem, variant.run_on_device) == "");
    CHECK(problem.complaint(variant.run) == "");
  }
  CHECK(found == 2);
}

template <class T>
void check_within(std::string_view name, Shape shape, std::uint64_t bytes, unsigned seed) {
  const Budget budget(bytes);
  const auto* variant = kernels::find_variant(kernels::matmul_variants<T>(), name);
  REQUIRE(variant != nullptr);
  CAPTURE(sizeof(T), shape.m, shape.k, shape.n, bytes, seed);
  // What half precision holds, what takes TF32, and what takes float32.
  constexpr Data data[] = {Data::fractions, Data::magnitudes, Data::specials};
  CHECK(MatmulProblem<T>(shape, 3, data[seed % 3], seed).complaint(variant->run) == "");
}

// Few and small enough for compute-sanitizer, under which each launch takes some 20 ms.
const Shape empty_shapes[] = {{0, 0, 0}, {0, 3, 5}, {3, 0, 5}, {3, 5, 0}};
const Shape smallest_shapes[] = {{1, 1, 1}, {1, 7, 1}, {5, 1, 3}, {2, 3, 5}, {13, 17, 19}};
const Shape small_shapes[] = {{5, 1, 3}, {13, 17, 19}, {31, 32, 33}, {37, 41, 43}};

// One less, as many and one more than the sides of tiles (16 to 256), and long and thin ones.
const Shape tile_edges[] = {{63, 17, 129}, {64, 16, 128}, {65, 15, 127}, {33, 31, 257},
                            {1, 200, 1},   {1, 3, 259},   {259, 3, 1},   {70, 150, 140}};
const Shape large_shapes[] = {{127, 33, 257}, {128, 32, 256}, {129, 31, 255}, {257, 65, 129},
                              {65, 129, 511}, {1, 1000, 1},   {1, 3, 1031},   {1031, 3, 1},
                              {2, 1009, 300}, {300, 1009, 2}, {521, 257, 263}};

// Each of these is wrong in one way.

void computes_nothing(MatrixView<const float>, MatrixView<const float>, MatrixView<float>,
                      kernels::GpuStream) {}

void clears_the_output(MatrixView<const float>, MatrixView<const float>, MatrixView<float> c,
                       kernels::GpuStream stream) {
  const std::size_t bytes = sizeof(float);
  kernels::check_cuda(cudaMemset2DAsync(c.data, c.stride * bytes, 0, c.columns * bytes, c.rows, stream),
                      "memset");
}

void clears_one_past_the_end(MatrixView<const float>, MatrixView<const float>, MatrixView<float> c,
                             kernels::GpuStream stream) {
  kernels::check_cuda(cudaMemsetAsync(c.data + (c.rows - 1) * c.stride + c.columns, 0, sizeof(float), stream),
                      "memset");
}

void clears_its_input(MatrixView<const float> a, MatrixView<const float>, MatrixView<float>,
                      kernels::GpuStream stream) {
  kernels::check_cuda(cudaMemsetAsync(const_cast<float*>(a.data), 0, sizeof(float), stream), "memset");
}

}  // namespace

TEST_CASE("matmul on the GPU: the variants that cannot run here") {
  kernels_tests::tell_skipped("matmul", kernels::matmul_variants<float>());
}

TEST_CASE("matmul on the GPU: every variant, small awkward shapes") {
  REQUIRE_GPU();
  unsigned seed = 5501;
  for (const Shape& shape : empty_shapes) check_everything(shape, 1, Data::fractions, ++seed);
  for (const Shape& shape : smallest_shapes) check_everything(shape, 1, Data::specials, ++seed);
  for (const Shape& shape : small_shapes) check_everything(shape, 0, Data::fractions, ++seed);
}

TEST_CASE("matmul on the GPU: every variant, the edges of tiles") {
  REQUIRE_GPU();
  unsigned seed = 5601;
  for (const Shape& shape : tile_edges) {
    ++seed;
    check_everything(shape, seed % 3, Data::fractions, seed);
  }
}

TEST_CASE("matmul on the GPU: every variant, the edges of large tiles", "[.large]") {
  REQUIRE_GPU();
  unsigned seed = 5651;
  for (const Shape& shape : large_shapes) {
    check_everything(shape, 0, Data::fractions, ++seed);
    check_everything(shape, 5, Data::integers, ++seed);
    check_everything(shape, 1, Data::magnitudes, ++seed);
  }
}

TEST_CASE("matmul on the GPU: gpu-tiled with the other side of its tiles") {
  REQUIRE_GPU();
  for (const Shape& shape : {Shape{1, 1, 1}, Shape{15, 16, 17}, Shape{33, 31, 47}}) {
    const MatmulProblem<float> in_float(shape, 1, Data::fractions, 5671);
    CHECK(complaint_on_device(in_float, &kernels::matmul_gpu_tiled<float, 16>) == "");
    const MatmulProblem<double> in_double(shape, 1, Data::fractions, 5672);
    CHECK(complaint_on_device(in_double, &kernels::matmul_gpu_tiled<double, 16>) == "");
  }
}

TEST_CASE("matmul on the GPU: tensor cores, awkward shapes") {
  REQUIRE_GPU();
  if (!kernels::hopper_supported().available) return;  // the exact sums alone take most of a minute
  unsigned seed = 5681;
  for (const Shape& shape : tensor_shapes) {
    for (const Data data : {Data::fractions, Data::integers, Data::magnitudes, Data::specials}) {
      for (const Layout layout : {Layout::unaligned, Layout::aligned}) {
        ++seed;
        CAPTURE(shape.m, shape.k, shape.n, static_cast<int>(data), static_cast<int>(layout), seed);
        check_tensor(MatmulProblem<float>(shape, seed % 3, data, seed, layout));
      }
    }
  }
}

// The same of the tiles of residues, 256 x 256 in a cluster, slices of 128, and groups of 64 lines.
TEST_CASE("matmul on the GPU: gpu-ozaki-int8, awkward shapes") {
  REQUIRE_GPU();
  if (!kernels::hopper_supported().available) return;
  unsigned seed = 5671;
  for (const Shape& shape :
       {Shape{1, 64, 1}, Shape{127, 65, 193}, Shape{255, 129, 257}, Shape{256, 64, 256}, Shape{257, 128, 63},
        Shape{3, 1009, 600}, Shape{600, 80, 3}, Shape{1, 65, 2000}}) {
    for (const Data data : {Data::fractions, Data::integers, Data::magnitudes, Data::specials}) {
      for (const Layout layout : {Layout::unaligned, Layout::aligned}) {
        ++seed;
        CAPTURE(shape.m, shape.k, shape.n, static_cast<int>(data), static_cast<int>(layout), seed);
        check_tensor(MatmulProblem<double>(shape, seed % 3, data, seed, layout));
      }
    }
  }
}

TEST_CASE("matmul on the GPU: gpu-ozaki-int8 keeps what sums in float64 lose") {
  REQUIRE_GPU();
  if (!kernels::hopper_supported().available) return;
  // Its error is 2^-58 of the lines' norms, and two roundings of the result. So this shows that it did not fall
  // back on float64, too: as the control does, whose error is 2^-55 of them on average.
  MatmulProblem<double> problem({70, 2000, 300}, 1, Data::fractions, 5683);
  problem.set_bound([](const kernels_tests::Exact& exact, std::size_t) {
    return 0x1p-55L * exact.magnitude + 0x1p-52L * std::abs(exact.value);
  });
  const auto complaint_of = [&](std::string_view name) {
    return complaint_on_device(
        problem, kernels::find_variant(kernels::matmul_variants<double>(), name)->run_on_device);
  };
  CHECK(complaint_of("gpu-ozaki-int8") == "");
  CHECK(complaint_of("gpu-tensor-fp64").starts_with("row "));
}

TEST_CASE("matmul on the GPU: tensor cores, sums longer than 32 bits hold of products of bytes") {
  REQUIRE_GPU();
  if (!kernels::hopper_supported().available) return;
  for (const Data data : {Data::fractions, Data::integers}) {
    for (const std::size_t k : {std::size_t{65'536}, std::size_t{65'537}, std::size_t{133'001}}) {
      CAPTURE(static_cast<int>(data), k);
      check_tensor(MatmulProblem<double>({5, k, 3}, 1, data, 5684));
    }
  }
}

TEST_CASE("matmul on the GPU: FP64 tensor cores, the edges of tiles") {
  REQUIRE_GPU();
  unsigned seed = 5685;
  for (const Shape& shape :
       {Shape{127, 17, 63}, Shape{128, 16, 64}, Shape{129, 15, 65}, Shape{130, 181, 67}, Shape{1, 200, 1}}) {
    for (const Layout layout : {Layout::unaligned, Layout::aligned}) {
      ++seed;
      CAPTURE(shape.m, shape.k, shape.n, static_cast<int>(layout), seed);
      check_tensor(MatmulProblem<double>(shape, seed % 3, Data::specials, seed, layout));
    }
  }
}

#ifdef WARP_JUDGE_HAS_HOPPER
TEST_CASE("matmul on the GPU: gpu-register-tiles by the copy engine, awkward shapes") {
  REQUIRE_GPU();
  if (!kernels::hopper_supported().available) return;
  const auto multiply = [](kernels::MatrixView<const float> a, kernels::MatrixView<const float> b,
                           kernels::MatrixView<float> c, kernels::GpuStream stream) {
    kernels::hopper::multiply_register_tiles(a, b, c, kernels::Into::empty, stream);
  };
  unsigned seed = 5691;
  for (const Shape& shape : {Shape{1, 1, 1}, Shape{63, 17, 129}, Shape{65, 150, 127}, Shape{131, 97, 259}}) {
    for (const Data data : {Data::specials, Data::integers}) {
      for (const Layout layout : {Layout::unaligned, Layout::aligned}) {
        ++seed;
        CAPTURE(shape.m, shape.k, shape.n, static_cast<int>(data), static_cast<int>(layout), seed);
        CHECK(complaint_on_device<float>(MatmulProblem<float>(shape, seed % 3, data, seed, layout),
                                         multiply) == "");
      }
    }
  }
}

/// What is wrong with gpu-strassen of so many levels, or nothing.
std::string complaint_about_strassen(const MatmulProblem<float>& problem, int levels) {
  return complaint_on_device<float>(problem, [levels](MatrixView<const float> a, MatrixView<const float> b,
                                                      MatrixView<float> c, kernels::GpuStream stream) {
    kernels::hopper::multiply_strassen(a, b, c, levels, stream);
  });
}

TEST_CASE("matmul on the GPU: gpu-strassen, awkward shapes") {
  REQUIRE_GPU();
  if (!kernels::hopper_supported().available) return;
  unsigned seed = 5831;
  for (const Shape& shape : {Shape{1, 1, 1}, Shape{63, 17, 129}, Shape{65, 150, 127}, Shape{131, 97, 260},
                             Shape{300, 200, 301}, Shape{257, 65, 5}, Shape{5, 333, 64}}) {
    for (const Data data : {Data::fractions, Data::specials, Data::integers, Data::graded_lines}) {
      for (const Layout layout : {Layout::unaligned, Layout::aligned}) {
        for (const int levels : {1, 2}) {
          ++seed;
          MatmulProblem<float> problem(shape, seed % 3, data, seed, layout);
          // Random data stay below a quarter of the bound. The powers of two that lines are multiplied by lose
          // nothing: sums of integers stay exact.
          if (data != Data::integers) {
            problem.set_bound(levels == 1 ? &kernels_tests::bound_by_norms<6>
                                          : &kernels_tests::bound_by_norms<36>);
          }
          CAPTURE(shape.m, shape.k, shape.n, static_cast<int>(data), static_cast<int>(layout), levels, seed);
          CHECK(complaint_about_strassen(problem, levels) == "");
        }
      }
    }
  }
}

TEST_CASE(
    "matmul on the GPU: gpu-strassen's bound is by norms, and it multiplies what it cannot scale by the "
    "definition") {
  REQUIRE_GPU();
  if (!kernels::hopper_supported().available) return;
  // Of integers with a large one in every row, most elements of c are small, and their exact sums are lost.
  MatmulProblem<float> hidden({200, 130, 140}, 1, Data::hidden_peaks, 5897);
  CHECK(complaint_about_strassen(hidden, 1).starts_with("row "));
  hidden.set_bound(&kernels_tests::bound_by_norms<6>);
  CHECK(complaint_about_strassen(hidden, 1) == "");
  for (const Data data : {Data::near_least, Data::near_largest, Data::specials}) {
    CAPTURE(static_cast<int>(data));
    const MatmulProblem<float> beyond({200, 130, 140}, 1, data, 5898);  // within the bound of the definition
    CHECK(complaint_about_strassen(beyond, 1) == "");
    CHECK(complaint_about_strassen(beyond, 2) == "");
  }
}

TEST_CASE("matmul on the GPU: gpu-tensor-fp64 by the copy engine, every kind of tile, awkward shapes") {
  REQUIRE_GPU();
  if (!kernels::hopper_supported().available) return;
  unsigned seed = 5761;
  for (std::size_t kind = 0; kind < kernels::hopper::float64_kinds.size(); ++kind) {
    // A ring has four slices of 16: sums that end in it, and that go round it several times.
    for (const Shape& shape : {Shape{1, 1, 1}, Shape{33, 17, 129}, Shape{65, 150, 127}, Shape{131, 97, 260},
                               Shape{256, 640, 128}}) {
      const auto [m, k, n] = shape;
      for (const std::size_t parts : {1, 2, 5, 8}) {
        const auto plan = kernels::hopper::plan_of(kernels::hopper::float64_kinds, kind, m, k, n, parts);
        const auto multiply = [&plan](MatrixView<const double> a, MatrixView<const double> b,
                                      MatrixView<double> c, kernels::GpuStream stream) {
          kernels::hopper::multiply_float64(a, b, c, kernels::Into::empty, plan, stream);
        };
        for (const Layout layout : {Layout::unaligned, Layout::aligned}) {
          ++seed;
          const Data data = seed % 2 == 0 ? Data::specials : Data::integers;
          CAPTURE(kind, m, k, n, parts, static_cast<int>(layout), seed);
          CHECK(complaint_on_device<double>(MatmulProblem<double>(shape, seed % 3, data, seed, layout),
                                            multiply) == "");
        }
      }
    }
  }
}

TEST_CASE("matmul on the GPU: gpu-register-tiles in parts that a cluster adds, awkward shapes") {
  REQUIRE_GPU();
  if (!kernels::hopper_supported().available) return;
  unsigned seed = 5731;
  for (std::size_t kind = 0; kind < kernels::hopper::tile_kinds.size(); ++kind) {
    for (const Shape& shape :
         {Shape{1, 1, 1}, Shape{33, 17, 129}, Shape{65, 150, 127}, Shape{131, 97, 260}}) {
      const auto [m, k, n] = shape;
      for (const std::size_t parts : {1, 2, 5, 8}) {
        const kernels::hopper::TilePlan plan =
            kernels::hopper::plan_of(kernels::hopper::tile_kinds, kind, m, k, n, parts);
        const auto multiply = [&plan](MatrixView<const float> a, MatrixView<const float> b,
                                      MatrixView<float> c, kernels::GpuStream stream) {
          kernels::hopper::multiply_small(a, b, c, kernels::Into::empty, plan, stream);
        };
        for (const Layout layout : {Layout::unaligned, Layout::aligned}) {
          ++seed;
          const Data data = seed % 2 == 0 ? Data::specials : Data::integers;
          CAPTURE(kind, m, k, n, parts, static_cast<int>(layout), seed);
          CHECK(complaint_on_device<float>(MatmulProblem<float>(shape, seed % 3, data, seed, layout),
                                           multiply) == "");
        }
      }
    }
  }
}

TEST_CASE("matmul on the GPU: gpu-register-tiles by Stream-K, awkward shapes and numbers of blocks") {
  REQUIRE_GPU();
  if (!kernels::hopper_supported().available) return;
  unsigned seed = 5741;
  for (const Shape& shape : {Shape{1, 1, 1}, Shape{64, 160, 128}, Shape{65, 150, 127}, Shape{131, 97, 260},
                             Shape{200, 1000, 300}}) {
    for (const std::size_t blocks : {1, 2, 3, 7, 50, 264}) {
      for (int turn = 0; turn < 6; ++turn) {
        const kernels::Into into = turn % 2 == 0 ? kernels::Into::empty : kernels::Into::sum;
        const kernels::hopper::StreamK how{2, static_cast<kernels::hopper::StreamK::Way>(turn / 2)};
        const auto multiply = [&](MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c,
                                  kernels::GpuStream stream) {
          if (into == kernels::Into::sum) {
            kernels::check_cuda(cudaMemset2DAsync(c.data, c.stride * sizeof(float), 0,
                                                  c.columns * sizeof(float), c.rows, stream),
                                "c");
          }
          kernels::hopper::multiply_stream_k(a, b, c, into, how, blocks, stream);
        };
        for (const Layout layout : {Layout::unaligned, Layout::aligned}) {
          ++seed;
          const Data data = seed % 2 == 0 ? Data::specials : Data::integers;
          CAPTURE(shape.m, shape.k, shape.n, blocks, turn, static_cast<int>(layout), seed);
          CHECK(complaint_on_device<float>(MatmulProblem<float>(shape, seed % 3, data, seed, layout),
                                           multiply) == "");
        }
      }
    }
  }
}
#endif

TEST_CASE("matmul on the GPU: tensor cores, small elements that matter and float32's ends") {
  REQUIRE_GPU();
  // What counts beside hidden peaks is 2^30 times smaller: half precision under one scale has too few bits for
  // it. 2^-110 and 2^127 are beyond what two terms of TF32 hold.
  for (const Data data : {Data::hidden_peaks, Data::near_least, Data::near_largest}) {
    CAPTURE(static_cast<int>(data));
    check_tensor(MatmulProblem<float>({130, 100, 200}, 1, data, 5689));
    if (kernels::hopper_supported().available) {
      check_tensor(MatmulProblem<double>({130, 100, 200}, 1, data, 5690));
    }
  }
}

TEST_CASE("matmul on the GPU: tensor cores, float64's ends and lines of almost nothing") {
  REQUIRE_GPU();
  // Squares of these norms are not numbers, or 0; the result is a normal number. In the last, a's row has one
  // element only, whose square is 0.
  for (const auto& [a_scale, b_scale] : {std::pair{0x1p-600, 0x1p+500}, {0x1p+900, 0x1p-800}, {0.0, 1.0}}) {
    GuardedMatrix<double> a(3, 70, 1), b(70, 5, 2), c(3, 5, 3);
    a.fill(a_scale);
    b.fill(b_scale);
    if (a_scale == 0) a.view().at(1, 17) = 0x1p-700;
    for (const auto& variant : kernels::matmul_variants<double>()) {
      if (!kernels::is_gpu_variant(variant.name) || !variant.supported().available) continue;
      CAPTURE(variant.name, a_scale, b_scale);
      c.fill(-1);
      variant.run(std::as_const(a).view(), std::as_const(b).view(), c.view());
      CHECK(c.view().at(2, 4) == 70 * a_scale * b_scale);
      CHECK(c.view().at(1, 0) == (a_scale == 0 ? 0x1p-700 : 70 * a_scale * b_scale));
    }
  }
}

TEST_CASE("matmul on the GPU: gpu-texture, one more row or column than a texture has") {
  REQUIRE_GPU();
  for (const Shape& shape : {Shape{65537, 2, 1}, Shape{1, 65537, 2}, Shape{2, 1, 131073}}) {
    check_texture<float>(shape, 1, 5691);
    check_texture<double>(shape, 0, 5692);
  }
}

TEST_CASE("matmul on the GPU: gpu-texture, several slabs in each direction", "[.large]") {
  REQUIRE_GPU();
  for (const Shape& shape :
       {Shape{3 * 65536 + 5, 3, 2}, Shape{3, 3 * 65536 + 5, 5}, Shape{2, 3, 2 * 131072 + 5}}) {
    check_texture<float>(shape, 0, 5693);
    check_texture<double>(shape, 0, 5694);
  }
}

TEST_CASE("matmul on the GPU: more rows than a grid is high, and other long and thin factors", "[.large]") {
  REQUIRE_GPU();
  for (const Shape& shape : {Shape{8 * 65535 + 9, 3, 2}, Shape{2, 3, 1'100'003}, Shape{3, 200'003, 2}}) {
    const MatmulProblem<float> problem(shape, 0, Data::integers, 5701);
    for (const auto& variant : kernels::matmul_variants<float>()) {
      if (!kernels::is_gpu_variant(variant.name) || !variant.supported().available) continue;
      CAPTURE(variant.name, shape.m, shape.k, shape.n);
      CHECK(problem.complaint(variant.run) == "");
    }
  }
}

TEST_CASE("matmul on the GPU: gpu-streamed within small budgets") {
  REQUIRE_GPU();
  unsigned seed = 5751;
  // 96: gpu-register-tiles alone has room; 200: tiles of 64 x 64 for gpu-tensor-fp16x3, and short last sums.
  constexpr std::uint64_t budgets[] = {96, 200, 400};
  for (const Shape& shape :
       {Shape{0, 5, 3}, Shape{3, 0, 5}, Shape{63, 64, 65}, Shape{65, 200, 64}, Shape{150, 5, 7},
        Shape{5, 7, 150}, Shape{201, 131, 133}, Shape{301, 200, 259}}) {
    ++seed;  // so that each budget meets all data
    for (const std::uint64_t kilobytes : budgets) {
      check_within<float>("gpu-streamed", shape, kilobytes * 1024, ++seed);
      check_within<double>("gpu-streamed", shape, 2 * kilobytes * 1024, seed);
    }
  }
}

TEST_CASE("matmul on the GPU: gpu-multi on several logical GPUs, more than there is to do among them") {
  REQUIRE_GPU();
  unsigned seed = 5771;
  for (const std::vector<int>& devices : {std::vector<int>{}, {0}, {0, 0}, {0, 0, 0, 0, 0}}) {
    const Devices chosen(devices);
    for (const Shape& shape : {Shape{0, 5, 3}, Shape{3, 70, 2}, Shape{2, 5, 150}, Shape{301, 70, 65}}) {
      const auto kilobytes = 400 * std::max<std::size_t>(devices.size(), 1);
      check_within<float>("gpu-multi", shape, kilobytes * 1024, ++seed);
      check_within<double>("gpu-multi", shape, 2 * kilobytes * 1024, seed);
    }
  }
}

TEST_CASE("matmul on the GPU: gpu-multi takes panels from neighbours, over many steps and tiles") {
  REQUIRE_GPU();
  unsigned seed = 5779;
  // Named twice, a GPU is its own neighbour; the first list is all that there are.
  for (const std::vector<int>& devices : {std::vector<int>{}, {0, 0}, {0, 0, 0}}) {
    const Devices chosen(devices);
    // Without techniques of Hopper's, each band has three tiles or more, of 7 steps in the first and of 4 in the second.
    for (const Shape& shape : {Shape{389, 390, 130}, Shape{130, 500, 389}, Shape{65, 65, 65}}) {
      const auto kilobytes = 200 * std::max<std::size_t>(devices.size(), 1);
      check_within<float>("gpu-multi", shape, kilobytes * 1024, ++seed);
      check_within<double>("gpu-multi", shape, 2 * kilobytes * 1024, seed);
    }
  }
}

TEST_CASE("matmul on the GPU: gpu-multi from memory that is not pinned") {
  REQUIRE_GPU();
  const MatmulProblem<float> problem({130, 200, 70}, 3, Data::fractions, 4803);
  const auto run = [](auto& a, auto& b, auto& c) {
    const int devices[] = {0, 0, 0};
    kernels::multiply_streamed<float>(devices, a.view(), b.view(), c.view(), 1 << 20);
  };
  CHECK(problem.complaint_about(run) == "");
}

TEST_CASE("matmul on the GPU: gpu-multi says which of its GPUs is not there, or has too little memory") {
  REQUIRE_GPU();
  const auto error_of = [](const std::vector<int>& devices, std::uint64_t budget_bytes) {
    const Devices chosen(devices);
    const Budget budget(budget_bytes);
    const float factor[64 * 64] = {};
    float product[64 * 64];
    const auto* multi = kernels::find_variant(kernels::matmul_variants<float>(), "gpu-multi");
    try {
      multi->run({factor, 64, 64, 64}, {factor, 64, 64, 64}, {product, 64, 64, 64});
    } catch (const kernels::GpuError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(error_of({0, 0}, 200'000) == "");
  CHECK(error_of({0, 250}, 200'000).starts_with("cudaSetDevice"));
  // Half of the budget for each of two, and 32 rows of 64.
  CHECK(
      error_of({0, 0}, 60'000).starts_with("matmul_gpu_streamed: 30000 bytes of device memory are too few"));
}

TEST_CASE("matmul on the GPU: copies through pinned buffers, in pieces that a buffer has room for") {
  REQUIRE_GPU();
  std::mt19937 random(4801);
  const auto source = kernels_tests::random_matrix<float>(301, 77, 3, GuardedMatrix<float>::unaligned_margin,
                                                          Data::fractions, random);
  for (const std::size_t buffer_bytes : {64, 1000, 4096, 1 << 20}) {  // the first is shorter than a row
    GuardedMatrix<float> found = source;
    found.fill(0);
    const OnDevice<float> there(found);
    kernels::StagedCopies copies(buffer_bytes);
    const kernels::Stream stream;
    copies.copy(source.view(), there.view(), stream);
    stream.wait("copies through buffers");
    CAPTURE(buffer_bytes);
    CHECK(there.read_back().same_bytes(source));
  }
}

TEST_CASE("matmul on the GPU: gpu-streamed from memory that is not pinned") {
  REQUIRE_GPU();
  const MatmulProblem<float> problem({130, 200, 70}, 3, Data::fractions, 4802);
  const auto run = [](auto& a, auto& b, auto& c) {
    const MatrixView<const float> left = a.view(), right = b.view();
    CHECK(!kernels::is_pinned(left));
    const int device = 0;
    kernels::multiply_streamed<float>({&device, 1}, left, right, c.view(), 1 << 20);
  };
  CHECK(problem.complaint_about(run) == "");
}

TEST_CASE("matmul on the GPU: gpu-streamed says when its budget is too small, and c is left alone") {
  REQUIRE_GPU();
  const Budget budget(10'000);
  const float factor[64 * 64] = {};
  float product[64 * 64];
  std::ranges::fill(product, 42.0f);
  const auto* streamed = kernels::find_variant(kernels::matmul_variants<float>(), "gpu-streamed");
  REQUIRE(streamed != nullptr);
  std::string error;
  try {
    streamed->run({factor, 64, 64, 64}, {factor, 64, 64, 64}, {product, 64, 64, 64});
  } catch (const kernels::GpuError& caught) {
    error = caught.what();
  }
  CHECK(error ==
        "matmul_gpu_streamed: 10000 bytes of device memory are too few: the smallest tiles need 49152");
  CHECK(std::ranges::count(product, 42.0f) == 64 * 64);
}

TEST_CASE("matmul on the GPU: many tiles in both directions, long sums", "[.large]") {
  REQUIRE_GPU();
  check_everything({700, 133, 1301}, 3, Data::fractions, 5801);
  check_everything({150, 3001, 70}, 0, Data::fractions, 5802);
}

TEST_CASE("matmul on the GPU: the check finds what is wrong") {
  REQUIRE_GPU();
  const MatmulProblem<float> problem({9, 8, 7}, 1, Data::fractions, 5901);
  CHECK(complaint_on_device(problem, &computes_nothing).starts_with("row 0, column 0: expected"));
  CHECK(complaint_on_device(problem, &clears_the_output).starts_with("row 0, column 0: expected"));
  CHECK(complaint_on_device(problem, &clears_one_past_the_end) == "a guard around the output changed");
  CHECK(complaint_on_device(problem, &clears_its_input) == "an input changed");
}
