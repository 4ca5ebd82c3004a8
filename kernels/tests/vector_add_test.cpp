#include "kernels/vector_add/vector_add.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

#include CATCH2_HEADER

#include "kernels/tests/guarded_matrix.hpp"
#include "kernels/tests/table_check.hpp"

using kernels::VectorAddFunction;
using kernels::VectorAddVariant;
using kernels_tests::GuardedMatrix;

namespace {

constexpr std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t highest = std::numeric_limits<std::int32_t>::max();

/// Half of the values are extremes, so that sums leave the 32-bit range on both sides.
GuardedMatrix<std::int32_t> random_vector(std::size_t size, std::mt19937& random) {
  const std::int32_t extremes[] = {lowest, highest, -1, 0};
  GuardedMatrix<std::int32_t> vector(1, size, 0);
  for (std::int32_t& element : vector.view().row(0)) {
    const auto bits = static_cast<std::int32_t>(random());
    element = random() % 2 == 0 ? extremes[bits & 3] : bits;
  }
  return vector;
}

/// What is wrong with `run` on random vectors, or nothing.
std::string complaint(VectorAddFunction* run, std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  const GuardedMatrix<std::int32_t> a = random_vector(size, random);
  const GuardedMatrix<std::int32_t> b = random_vector(size, random);
  const GuardedMatrix<std::int32_t> a_before = a;
  const GuardedMatrix<std::int32_t> b_before = b;
  GuardedMatrix<std::int64_t> sum(1, size, 0);
  sum.fill(0x5EED'5EED'5EED);

  run(a.view().row(0), b.view().row(0), sum.view().row(0));

  if (!a.same_bytes(a_before) || !b.same_bytes(b_before)) return "an input changed";
  if (!sum.guards_intact()) return "a guard around the output changed";
  for (std::size_t i = 0; i < size; ++i) {
    const double exact = static_cast<double>(a.view().at(0, i)) + static_cast<double>(b.view().at(0, i));
    if (sum.view().at(0, i) != static_cast<std::int64_t>(exact)) return "element " + std::to_string(i);
  }
  return "";
}

// Each of these is wrong in one way.

void wraps(std::span<const std::int32_t> a, std::span<const std::int32_t> b, std::span<std::int64_t> sum) {
  for (std::size_t i = 0; i < sum.size(); ++i) {
    sum[i] = static_cast<std::int32_t>(static_cast<std::uint32_t>(a[i]) + static_cast<std::uint32_t>(b[i]));
  }
}

void whole_fours_only(std::span<const std::int32_t> a, std::span<const std::int32_t> b,
                      std::span<std::int64_t> sum) {
  for (std::size_t i = 0; i < sum.size() / 4 * 4; ++i) sum[i] = std::int64_t{a[i]} + b[i];
}

void one_past_the_end(std::span<const std::int32_t> a, std::span<const std::int32_t> b,
                      std::span<std::int64_t> sum) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = std::int64_t{a[i]} + b[i];
  sum.data()[sum.size()] = 0;
}

}  // namespace

TEST_CASE("vector_add: the table") {
  CHECK(kernels_tests::table_complaint(kernels::vector_add_variants(), "cpu-loop") == "");
}

TEST_CASE("vector_add: every variant, awkward sizes") {
  for (const VectorAddVariant& variant : kernels::vector_add_variants()) {
    if (!variant.supported().available) continue;
    unsigned seed = 4201;
    for (const std::size_t size :
         {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 255, 256, 257, 1021, 100'003}) {
      ++seed;
      CAPTURE(variant.name, size, seed);
      CHECK(complaint(variant.run, size, seed) == "");
    }
  }
}

TEST_CASE("vector_add: the extremes") {
  const std::vector<std::int32_t> a = {lowest, highest, lowest, 0};
  const std::vector<std::int32_t> b = {lowest, highest, highest, lowest};
  for (const VectorAddVariant& variant : kernels::vector_add_variants()) {
    if (!variant.supported().available) continue;
    CAPTURE(variant.name);
    std::vector<std::int64_t> sum(4, 7);
    variant.run(a, b, sum);
    CHECK(sum[0] == -4'294'967'296);
    CHECK(sum[1] == 4'294'967'294);
    CHECK(sum[2] == -1);
    CHECK(sum[3] == -2'147'483'648);
  }
}

TEST_CASE("vector_add: the check finds what is wrong") {
  CHECK(complaint(&wraps, 100, 1).starts_with("element "));
  CHECK(complaint(&whole_fours_only, 7, 2) == "element 4");
  CHECK(complaint(&whole_fours_only, 8, 2) == "");
  CHECK(complaint(&one_past_the_end, 8, 3) == "a guard around the output changed");
}
