// Both sides of the bound, on the distributions that the test data is drawn from: products in float32 stay
// below a quarter of it whatever the order of their sums, products of inputs with 10 bits after the leading
// one exceed it.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "problems/matmul/generators/factors.hpp"
#include "problems/matmul/output_validator/product_check.hpp"

#include CATCH2_HEADER

using problems::Random;
using namespace problems::matmul;

namespace {

using Vector = std::vector<float>;
/// The product of two vectors, in some arithmetic.
using Dot = std::function<double(const Vector&, const Vector&)>;
/// What becomes of an element of A or B before it is multiplied.
using Rounding = float (*)(float);

std::vector<Vector> rows_of(const DecimalMatrix& matrix, bool transposed) {
  std::vector<Vector> rows(transposed ? matrix.columns : matrix.rows);
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::size_t j = 0; j < matrix.columns; ++j) {
      rows[transposed ? j : i].push_back(static_cast<float>(matrix.value(i, j)));
    }
  }
  return rows;
}

double exact(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += static_cast<double>(a[k]) * static_cast<double>(b[k]);
  return sum;
}

/// The largest error of any element of C, as a part of what the bound allows there.
double share_of_bound(const Factors& factors, const Dot& dot) {
  const std::vector<Vector> rows = rows_of(factors.a, false);
  const std::vector<Vector> columns = rows_of(factors.b, true);
  double worst = 0;
  for (const Vector& row : rows) {
    for (const Vector& column : columns) {
      const double answer = static_cast<float>(exact(row, column));
      const double bound =
          tolerance(row.size()) * std::sqrt(exact(row, row)) * std::sqrt(exact(column, column));
      worst = std::max(worst, std::abs(dot(row, column) - answer) / bound);
    }
  }
  return worst;
}

float forwards(const Vector& a, const Vector& b) {
  float sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

float backwards(const Vector& a, const Vector& b) {
  float sum = 0;
  for (std::size_t k = a.size(); k-- > 0;) sum += a[k] * b[k];
  return sum;
}

float fused(const Vector& a, const Vector& b) {
  float sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum = std::fma(a[k], b[k], sum);
  return sum;
}

/// Largest products first: the partial sums are as large as they can get.
float sorted(const Vector& a, const Vector& b) {
  Vector products(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) products[k] = a[k] * b[k];
  std::sort(products.begin(), products.end(), std::greater<>());
  float sum = 0;
  for (const float product : products) sum += product;
  return sum;
}

float blocked(const Vector& a, const Vector& b) {
  constexpr std::size_t block = 16;
  float sum = 0;
  for (std::size_t first = 0; first < a.size(); first += block) {
    float part = 0;
    for (std::size_t k = first; k < std::min(first + block, a.size()); ++k) part = std::fma(a[k], b[k], part);
    sum += part;
  }
  return sum;
}

float pairwise(const float* a, const float* b, std::size_t count) {
  if (count == 1) return *a * *b;
  const std::size_t half = count / 2;
  return pairwise(a, b, half) + pairwise(a + half, b + half, count - half);
}

struct Named {
  const char* name;
  Dot dot;
};

const Named float32_products[] = {
    {"forwards", forwards},
    {"backwards", backwards},
    {"fused", fused},
    {"sorted", sorted},
    {"blocked", blocked},
    {"pairwise", [](const Vector& a, const Vector& b) { return pairwise(a.data(), b.data(), a.size()); }},
};

/// Nearest, ties away from zero, as the conversion instruction of a GPU.
float to_tf32(float value) {
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(value) + 0x1000) & 0xFFFFE000);
}

/// Truncates as a tensor core does with an unconverted float32.
float truncated_to_tf32(float value) {
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & 0xFFFFE000);
}

/// Nearest, ties to even, with the subnormal numbers of half precision.
float to_fp16(float value) {
  int exponent = 0;
  std::frexp(value, &exponent);
  const int last_place = std::max(exponent, -13) - 11;
  return std::ldexp(std::nearbyint(std::ldexp(value, -last_place)), last_place);
}

/// Exact sums of rounded inputs: the kindest that such arithmetic can be.
Named of_rounded(const char* name, Rounding rounding) {
  return {name, [=](Vector a, Vector b) {
            for (float& element : a) element = rounding(element);
            for (float& element : b) element = rounding(element);
            return exact(a, b);
          }};
}

const Named ten_bit_products[] = {
    of_rounded("TF32", to_tf32),
    of_rounded("TF32, truncated", truncated_to_tf32),
    of_rounded("FP16", to_fp16),
};

}  // namespace

TEST_CASE("the bound grows like K for short sums and like the root of K for long ones") {
  CHECK(tolerance(1) == 17 * 0x1p-24);
  CHECK(tolerance(64) == 80 * 0x1p-24);
  CHECK(tolerance(1024) == 272 * 0x1p-24);
}

TEST_CASE("float32 products in any order stay below a quarter of the bound") {
  const std::size_t k = GENERATE(1, 2, 3, 7, 16, 64, 65, 127, 300, 1024);
  Random random(k);
  const Shape shape{24, k, 31};
  for (const auto& [name, dot] : float32_products) {
    CAPTURE(k, name);
    CHECK(share_of_bound(drawn(random, shape, 3, either_sign(999)), dot) < 0.25);
    CHECK(share_of_bound(drawn(random, shape, 2, positive(100'000)), dot) < 0.25);
    CHECK(share_of_bound(drawn(random, shape, 6, any_magnitude), dot) < 0.25);
    CHECK(share_of_bound(drawn(random, shape, 3, dominated), dot) < 0.25);
    CHECK(share_of_bound(drawn(random, shape, 3, rounded_down_by_ten_bits), dot) < 0.25);
    if (k % 2 == 0) {
      CHECK(share_of_bound(cancelling(random, shape, 9), dot) < 0.25);
    }
  }
}

TEST_CASE("a float32 product of the longest row and column stays below a quarter of the bound") {
  Random random(20);
  const Factors factors = drawn(random, {1, 1 << 20, 1}, 1, either_sign(99));
  for (const auto& [name, dot] : float32_products) {
    CAPTURE(name);
    CHECK(share_of_bound(factors, dot) < 0.25);
  }
}

TEST_CASE("short sums of inputs with 10 bits exceed the bound") {
  const std::size_t k = GENERATE(1, 2, 7, 16, 64);
  Random random(k);
  const Factors factors = drawn(random, {24, k, 31}, 3, either_sign(999));
  for (const auto& [name, dot] : ten_bit_products) {
    CAPTURE(k, name);
    CHECK(share_of_bound(factors, dot) > 10);
  }
}

TEST_CASE("long sums of inputs with 10 bits exceed the bound") {
  const std::size_t k = GENERATE(128, 512, 1024);
  Random random(k);
  const Factors with_dominant_terms = drawn(random, {48, k, 48}, 3, dominated);
  const Factors with_one_sided_errors = drawn(random, {48, k, 48}, 3, rounded_down_by_ten_bits);
  for (const auto& [name, dot] : ten_bit_products) {
    CAPTURE(k, name);
    CHECK(share_of_bound(with_dominant_terms, dot) > 4);
    CHECK(share_of_bound(with_one_sided_errors, dot) > 10);
  }
}
