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

#include "kernels/common/cores.hpp"
#include "kernels/tests/guarded_matrix.hpp"
#include "kernels/tests/table_check.hpp"

using kernels::MatmulFunction;
using kernels::MatmulVariant;
using kernels::MatrixView;
using kernels_tests::GuardedMatrix;

namespace kernels {
std::span<const MatmulVariant> matmul_cpu_blocked_instruction_sets();
}

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();

enum class Data {
  fractions,   ///< from -1 to 1
  magnitudes,  ///< of either sign, from 2^-20 to 2^20
  integers,    ///< so small that every sum is exact in single precision, in any order
  specials     ///< fractions, zeros, and a few infinities and NaNs
};

struct Shape {
  std::size_t m, k, n;
};

float random_element(Data data, std::mt19937& random) {
  const float fraction = std::uniform_real_distribution<float>(-1, 1)(random);
  const auto draw = static_cast<int>(random() % 64);
  switch (data) {
    case Data::fractions:
      return fraction;
    case Data::magnitudes:
      return std::ldexp(std::copysign(1 + std::abs(fraction), fraction), draw % 41 - 20);
    case Data::integers:
      return static_cast<float>(draw % 17 - 8);
    case Data::specials:
      if (draw == 0) return infinity;
      if (draw == 1) return -infinity;
      if (draw == 2) return nan_value;
      return draw < 24 ? 0 : fraction;
  }
  return 0;
}

GuardedMatrix<float> random_matrix(std::size_t rows, std::size_t columns, std::size_t gap, Data data,
                                   std::mt19937& random) {
  GuardedMatrix<float> matrix(rows, columns, gap);
  for (std::size_t r = 0; r < rows; ++r) {
    for (float& element : matrix.view().row(r)) element = random_element(data, random);
  }
  return matrix;
}

/// An element of the exact product: long double holds each product exactly, and its sum errs 2^40 times less
/// than a sum in single precision. Infinities and NaNs come out as IEEE 754 says.
struct Exact {
  long double value = 0;
  long double magnitude = 0;  ///< sum |a_ik b_kj|
};

Exact exact_element(MatrixView<const float> a, MatrixView<const float> b, std::size_t i, std::size_t j) {
  Exact exact;
  for (std::size_t k = 0; k < a.columns; ++k) {
    const long double product = static_cast<long double>(a.at(i, k)) * static_cast<long double>(b.at(k, j));
    exact.value += product;
    exact.magnitude += std::abs(product);
  }
  return exact;
}

/// How far `found` may lie from the exact value: gamma_K times the magnitude, for a sum of K products in any
/// order, with or without fused multiply-add (Higham, section 3.5). It holds without underflow, which `Data`
/// cannot cause.
long double bound_in_single_precision(const Exact& exact, std::size_t k) {
  const long double ku = static_cast<long double>(k) * 0x1p-24L;
  return ku / (1 - ku) * exact.magnitude * (1 + 0x1p-30L);
}

/// The same for sums in double precision that are rounded to single precision once.
long double bound_rounded_once(const Exact& exact, std::size_t k) {
  const long double ku = static_cast<long double>(k) * 0x1p-53L;
  const long double before_rounding = ku / (1 - ku) * exact.magnitude * (1 + 0x1p-30L);
  return before_rounding + 0x1p-24L * (std::abs(exact.value) + before_rounding);
}

long double no_error(const Exact&, std::size_t) {
  return 0;
}

using Bound = long double (*)(const Exact&, std::size_t);

bool agrees(float found, const Exact& exact, long double bound) {
  if (std::isnan(exact.value)) return std::isnan(found);
  if (std::isinf(exact.value)) return static_cast<long double>(found) == exact.value;
  return std::abs(static_cast<long double>(found) - exact.value) <= bound;
}

/// Random factors and their exact product.
class Problem {
 public:
  Problem(Shape shape, std::size_t gap, Data data, unsigned seed)
      : shape_(shape),
        gap_(gap),
        random_(seed),
        a_(random_matrix(shape.m, shape.k, gap, data, random_)),
        b_(random_matrix(shape.k, shape.n, 2 * gap, data, random_)),
        bound_(data == Data::integers ? &no_error : &bound_in_single_precision) {
    exact_.reserve(shape.m * shape.n);
    for (std::size_t i = 0; i < shape.m; ++i) {
      for (std::size_t j = 0; j < shape.n; ++j) {
        exact_.push_back(exact_element(std::as_const(a_).view(), std::as_const(b_).view(), i, j));
      }
    }
  }

  void set_bound(Bound bound) { bound_ = bound; }

  /// What is wrong with `run`, or nothing.
  std::string complaint(MatmulFunction* run) const {
    GuardedMatrix<float> a = a_;
    GuardedMatrix<float> b = b_;
    GuardedMatrix<float> c(shape_.m, shape_.n, 3 * gap_);
    c.fill(nan_value);
    std::string from_nan = complaint(run, a, b, c);
    if (!from_nan.empty()) return from_nan;
    // Where NaN is expected, an element that nobody writes shows only now.
    c.fill(12345);
    return complaint(run, a, b, c);
  }

 private:
  std::string complaint(MatmulFunction* run, GuardedMatrix<float>& a, GuardedMatrix<float>& b,
                        GuardedMatrix<float>& c) const {
    run(a.view(), b.view(), c.view());
    if (!a.same_bytes(a_) || !b.same_bytes(b_)) return "an input changed";
    if (!c.guards_intact()) return "a guard around the output changed";
    for (std::size_t i = 0; i < shape_.m; ++i) {
      for (std::size_t j = 0; j < shape_.n; ++j) {
        const Exact& exact = exact_[i * shape_.n + j];
        const float found = c.view().at(i, j);
        if (!agrees(found, exact, bound_(exact, shape_.k))) {
          return "row " + std::to_string(i) + ", column " + std::to_string(j) + ": expected " +
                 std::to_string(exact.value) + ", found " + std::to_string(found);
        }
      }
    }
    return "";
  }

  Shape shape_;
  std::size_t gap_;
  std::mt19937 random_;
  GuardedMatrix<float> a_;
  GuardedMatrix<float> b_;
  Bound bound_;
  std::vector<Exact> exact_;
};

/// All rows of the table, and cpu-blocked for every instruction set, as far as they can run here.
std::vector<MatmulVariant> variants_to_test() {
  std::vector<MatmulVariant> variants;
  for (const auto table : {kernels::matmul_variants(), kernels::matmul_cpu_blocked_instruction_sets()}) {
    for (const MatmulVariant& variant : table) {
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
  CHECK(kernels_tests::table_complaint(kernels::matmul_variants(), "cpu-float64") == "");
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
  problem.set_bound(&bound_rounded_once);
  CHECK(problem.complaint(kernels::matmul_variants()[0].run) == "");
  const MatmulVariant* triple_loop = kernels::find_variant(kernels::matmul_variants(), "cpu-triple-loop");
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
  CHECK(!agrees(1, {.value = std::nanl(""), .magnitude = 1}, 1));
  CHECK(!agrees(-infinity, {.value = infinity, .magnitude = 1}, 1));
}

// Run by the next test on one core.
TEST_CASE("matmul: OpenBLAS on one core", "[.one-core]") {
  CHECK(kernels::usable_cores() == 1);
  const MatmulVariant* openblas = kernels::find_variant(kernels::matmul_variants(), "cpu-openblas");
  REQUIRE(openblas != nullptr);
  CHECK(Problem({300, 300, 300}, 0, Data::fractions, 4901).complaint(openblas->run) == "");
  CHECK(threads_of_this_process() == 1);
}

TEST_CASE("matmul: OpenBLAS starts a thread for each usable core and no more") {
  const MatmulVariant* openblas = kernels::find_variant(kernels::matmul_variants(), "cpu-openblas");
  REQUIRE(openblas != nullptr);
  if (!openblas->supported().available) return;
  CHECK(threads_of_this_process() <= static_cast<std::ptrdiff_t>(kernels::usable_cores()));
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  const std::string pinned =
      "taskset -c " + std::to_string(sched_getcpu()) + " '" + program + "' '[.one-core]'";
  CAPTURE(pinned);
  CHECK(std::system((pinned + " > /dev/null").c_str()) == 0);
}
