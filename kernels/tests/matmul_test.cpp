#include "kernels/matmul/matmul.hpp"

#include <sched.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include CATCH2_HEADER

#include "base/cores.hpp"
#include "kernels/matmul/hopper/float64_plan.hpp"
#include "kernels/matmul/tile_parts.hpp"
#include "kernels/tests/matmul_check.hpp"
#include "kernels/tests/table_check.hpp"

using kernels::MatrixView;
using kernels_tests::agrees;
using kernels_tests::Data;
using kernels_tests::Shape;
using Problem = kernels_tests::MatmulProblem<float>;
using MatmulFunction = kernels::MatmulFunction<float>;
using MatmulVariant = kernels::MatmulVariant<float>;

namespace kernels {
std::span<const MatmulVariant<float>> matmul_cpu_blocked_instruction_sets();
}

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();

/// All CPU rows of the table, and cpu-blocked for every instruction set, as far as they can run here.
std::vector<MatmulVariant> variants_to_test() {
  std::vector<MatmulVariant> variants;
  for (const auto table :
       {kernels::matmul_variants<float>(), kernels::matmul_cpu_blocked_instruction_sets()}) {
    for (const MatmulVariant& variant : table) {
      if (kernels::is_gpu_variant(variant.name)) continue;
      if (variant.supported().available) variants.push_back(variant);
    }
  }
  return variants;
}

void check_all_variants(Shape shape, std::size_t gap, Data data, unsigned seed) {
  const Problem problem(shape, gap, data, seed);
  for (const MatmulVariant& variant : variants_to_test()) {
    CAPTURE(variant.name, shape.m, shape.k, shape.n, gap, static_cast<int>(data), seed);
    CHECK(problem.complaint(variant.run) == "");
  }
}

// cpu-blocked has tiles of 14 x 32, 6 x 16 and 6 x 8, and blocks of 252 rows, depth 256 and 4096 columns.
const Shape small_shapes[] = {{0, 0, 0},    {0, 3, 5},    {3, 0, 5},    {3, 5, 0},   {1, 1, 1},
                              {1, 7, 1},    {5, 1, 3},    {1, 5, 9},    {9, 5, 1},   {2, 3, 5},
                              {5, 4, 7},    {6, 6, 8},    {7, 5, 9},    {6, 2, 16},  {5, 9, 15},
                              {7, 3, 17},   {14, 8, 32},  {13, 7, 31},  {15, 9, 33}, {28, 16, 64},
                              {12, 64, 65}, {13, 17, 19}, {37, 41, 43}, {64, 64, 64}};
const Shape large_shapes[] = {{251, 255, 9}, {252, 256, 8}, {253, 257, 10}, {7, 513, 33},  {127, 131, 137},
                              {2, 3, 4095},  {3, 2, 4096},  {2, 3, 4097},   {1, 3000, 1},  {1, 2000, 3},
                              {3, 2000, 1},  {3001, 1, 1},  {1, 1, 3001},   {1, 259, 700}, {700, 259, 1},
                              {505, 3, 4},   {2, 300, 4100}};

// Each of these is wrong in one way.

template <class Product>
void with_product(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c,
                  std::size_t depth, Product product) {
  for (std::size_t i = 0; i < c.rows; ++i) {
    for (std::size_t j = 0; j < c.columns; ++j) {
      float sum = 0;
      for (std::size_t k = 0; k < depth; ++k) sum += product(a.at(i, k), b.at(k, j));
      c.at(i, j) = sum;
    }
  }
}

float plain(float x, float y) {
  return x * y;
}

void skips_zeros(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c) {
  with_product(a, b, c, a.columns, [](float x, float y) { return x == 0 ? 0 : x * y; });
}

/// 11 significant bits, as TF32 and FP16 have.
void rounds_its_input(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c) {
  const auto rounded = [](float x) {
    int exponent = 0;
    const float mantissa = std::frexp(x, &exponent);
    return std::ldexp(std::round(mantissa * 2048), exponent - 11);
  };
  with_product(a, b, c, a.columns, [&](float x, float y) { return rounded(x) * rounded(y); });
}

void one_product_short(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c) {
  with_product(a, b, c, a.columns - 1, &plain);
}

void one_product_too_many(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c) {
  with_product(a, b, c, a.columns + 1, &plain);
}

void adds_to_the_output(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c) {
  for (std::size_t i = 0; i < c.rows; ++i) {
    for (std::size_t j = 0; j < c.columns; ++j) {
      for (std::size_t k = 0; k < a.columns; ++k) c.at(i, j) += a.at(i, k) * b.at(k, j);
    }
  }
}

void leaves_the_last_row(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c) {
  with_product(a, b, c.block(0, 0, c.rows - 1, c.columns), a.columns, &plain);
}

void one_column_past_the_end(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c) {
  with_product(a, b, c, a.columns, &plain);
  c.at(c.rows - 1, c.columns) = 0;
}

void clears_its_input(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c) {
  with_product(a, b, c, a.columns, &plain);
  const_cast<float&>(a.at(0, 0)) = 0;
}

std::ptrdiff_t threads_of_this_process() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"),
                       std::filesystem::directory_iterator());
}

}  // namespace

TEST_CASE("matmul: the table") {
  CHECK(kernels_tests::table_complaint(kernels::matmul_variants<float>(), "cpu-float64") == "");
}

TEST_CASE("matmul: the table for double precision, and its CPU variants") {
  CHECK(kernels_tests::table_complaint(kernels::matmul_variants<double>(), "cpu-long-double") == "");
  unsigned seed = 4551;
  for (const Shape& shape : small_shapes) {
    for (const Data data : {Data::fractions, Data::magnitudes, Data::integers, Data::specials}) {
      const kernels_tests::MatmulProblem<double> problem(shape, 1, data, ++seed);
      for (const auto& variant : kernels::matmul_variants<double>()) {
        if (kernels::is_gpu_variant(variant.name) || !variant.supported().available) continue;
        CAPTURE(variant.name, shape.m, shape.k, shape.n, static_cast<int>(data), seed);
        CHECK(problem.complaint(variant.run) == "");
      }
    }
  }
}

TEST_CASE("matmul: every variant, small awkward shapes") {
  unsigned seed = 4501;
  for (const Shape& shape : small_shapes) {
    for (const Data data : {Data::fractions, Data::magnitudes, Data::integers, Data::specials}) {
      check_all_variants(shape, 0, data, ++seed);
      check_all_variants(shape, 1, data, ++seed);
    }
  }
}

TEST_CASE("matmul: every variant, the edges of large blocks") {
  unsigned seed = 4601;
  for (const Shape& shape : large_shapes) {
    check_all_variants(shape, 0, Data::fractions, ++seed);
    check_all_variants(shape, 5, Data::integers, ++seed);
  }
  check_all_variants({40, 300, 70}, 1, Data::magnitudes, ++seed);
  check_all_variants({40, 30, 70}, 1, Data::specials, ++seed);
}

TEST_CASE("matmul: the reference rounds once") {
  Problem problem({31, 700, 33}, 1, Data::magnitudes, 4701);
  problem.set_bound(&kernels_tests::bound_rounded_once);
  CHECK(problem.complaint(kernels::matmul_variants<float>()[0].run) == "");
  const MatmulVariant* triple_loop =
      kernels::find_variant(kernels::matmul_variants<float>(), "cpu-triple-loop");
  REQUIRE(triple_loop != nullptr);
  CHECK(problem.complaint(triple_loop->run) != "");
}

TEST_CASE("matmul: the check finds what is wrong") {
  const Problem fractions({9, 8, 7}, 1, Data::fractions, 4801);
  CHECK(fractions.complaint(&skips_zeros) == "");
  CHECK(fractions.complaint(&rounds_its_input).starts_with("row 0, column 0: expected"));
  CHECK(fractions.complaint(&one_product_short).starts_with("row 0, column 0: expected"));
  CHECK(fractions.complaint(&one_product_too_many).starts_with("row 0, column 0: expected"));
  CHECK(fractions.complaint(&adds_to_the_output).ends_with("found nan"));
  CHECK(fractions.complaint(&leaves_the_last_row).starts_with("row 8, column 0: expected"));
  CHECK(fractions.complaint(&one_column_past_the_end) == "a guard around the output changed");
  CHECK(fractions.complaint(&clears_its_input) == "an input changed");

  const Problem specials({9, 8, 7}, 0, Data::specials, 4802);
  CHECK(specials.complaint(&skips_zeros).find("nan, found") != std::string::npos);

  CHECK(!agrees(nan_value, {.value = 1, .magnitude = 1}, 1));
  CHECK(!agrees(1.0f, {.value = std::nanl(""), .magnitude = 1}, 1));
  CHECK(!agrees(-infinity, {.value = infinity, .magnitude = 1}, 1));
}

// Run by the next test on one core.
TEST_CASE("matmul: OpenBLAS on one core", "[.one-core]") {
  CHECK(base::usable_core_count() == 1);
  const MatmulVariant* openblas = kernels::find_variant(kernels::matmul_variants<float>(), "cpu-openblas");
  REQUIRE(openblas != nullptr);
  CHECK(Problem({300, 300, 300}, 0, Data::fractions, 4901).complaint(openblas->run) == "");
  CHECK(threads_of_this_process() == 1);
}

TEST_CASE("matmul: OpenBLAS starts a thread for each usable core and no more") {
  const MatmulVariant* openblas = kernels::find_variant(kernels::matmul_variants<float>(), "cpu-openblas");
  REQUIRE(openblas != nullptr);
  if (!openblas->supported().available) return;
  // Some versions start as many as there are cores in addition to the caller.
  CHECK(threads_of_this_process() <= static_cast<std::ptrdiff_t>(base::usable_core_count()) + 1);
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string pinned =
      "taskset -c " + std::to_string(sched_getcpu()) + " '" + program + "' '[.one-core]'";
  CAPTURE(pinned);
  CHECK(std::system((pinned + " > /dev/null").c_str()) == 0);
}

TEST_CASE("matmul: blocks share tiles so that every slice of every tile is added once") {
  const kernels::SplittingCosts costs = {.part = 0.02, .launch = 0.02};
  for (const std::size_t tiles : {1, 2, 7, 131, 132, 133, 527, 528, 529, 2048}) {
    for (const std::size_t slices : {0, 1, 3, 8, 9, 64, 100}) {
      for (const std::size_t at_once : {1, 4}) {
        CAPTURE(tiles, slices, at_once);
        const kernels::TileParts parts = kernels::share_tiles(tiles, slices, costs, 132, at_once);
        CHECK(parts.parts * std::size_t{parts.slices} >= (parts.split_tiles() == 0 ? 0 : slices));
        std::vector<std::vector<int>> added(tiles, std::vector<int>(slices));
        for (unsigned block = 0; block < parts.blocks(); ++block) {
          const auto [tile, part] = parts.place(block);
          const auto [first, end] = parts.range(tile, part, slices);
          for (std::size_t slice = first; slice < end; ++slice) ++added.at(tile).at(slice);
        }
        CHECK(added == std::vector<std::vector<int>>(tiles, std::vector<int>(slices, 1)));
      }
    }
  }
  // A small matrix fills the GPU, a large one is split at its end alone, and a short sum not at all.
  CHECK(kernels::share_tiles(16, 64, costs, 132, 4).parts > 4);
  CHECK(kernels::share_tiles(2048, 256, costs, 132, 4).whole == 2048 - 132);
  CHECK(kernels::share_tiles(512, 128, costs, 132, 1).split_tiles() == 0);
  CHECK(kernels::share_tiles(2048, 7, costs, 132, 4).split_tiles() == 0);
}

/// Checks that every slice of every tile of every kind is added once.
template <class Kinds>
void check_plans(const Kinds& kinds) {
  constexpr std::size_t depth = kernels::hopper::slice_depth;
  for (const auto& [m, k, n] : {Shape{1, 1, 1}, Shape{33, 15, 64}, Shape{64, 17, 65}, Shape{300, 300, 300},
                                Shape{100, 5000, 100}, Shape{777, 777, 777}}) {
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      for (const std::size_t wanted : {1, 2, 3, 7, 8, 9}) {
        CAPTURE(m, k, n, kind, wanted);
        const kernels::TileParts parts = kernels::hopper::plan_of(kinds, kind, m, k, n, wanted).parts;
        CHECK(parts.parts <= kernels::hopper::largest_cluster);
        CHECK(parts.blocks() % parts.parts == 0);
        const std::size_t slices = (k + depth - 1) / depth;
        std::vector<std::vector<int>> added(parts.tiles, std::vector<int>(slices));
        for (unsigned block = 0; block < parts.blocks(); ++block) {
          const auto [tile, part] = parts.place(block);
          const auto [first, end] = parts.range(tile, part, slices);
          CHECK(first < end);
          for (std::size_t slice = first; slice < end; ++slice) ++added.at(tile).at(slice);
        }
        CHECK(added == std::vector<std::vector<int>>(parts.tiles, std::vector<int>(slices, 1)));
      }
    }
  }
}

TEST_CASE("matmul: clusters share a small product so that every slice of every tile is added once") {
  using namespace kernels::hopper;
  check_plans(tile_kinds);
  check_plans(float64_kinds);
  // The smallest are cut most: into small tiles, and these in parts.
  CHECK(tile_kinds.at(plan_small(256, 256, 256, true, 132).kind).rows == 32);
  CHECK(plan_small(64, 5000, 64, true, 132).parts.parts > 4);
  CHECK(float64_kinds.at(plan_float64(256, 256, 256, 132).kind).rows == 32);
  CHECK(plan_float64(64, 5000, 64, 132).parts.parts > 4);
  // Large ones are not cut, and have the tiles of which an element is read for most products.
  CHECK(plan_float64(8192, 8192, 8192, 132).kind == 0);
  CHECK(plan_float64(8192, 8192, 8192, 132).parts.parts == 1);
}
