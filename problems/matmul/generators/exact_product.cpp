#include "problems/matmul/generators/exact_product.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "kernels/matmul/matmul.hpp"

namespace problems::matmul {
namespace {

double largest_magnitude(const DecimalMatrix& matrix) {
  double largest = 0;
  for (const std::int64_t unit : matrix.units)
    largest = std::max(largest, static_cast<double>(std::abs(unit)));
  return largest;
}

std::vector<double> in_floating_point(const DecimalMatrix& matrix) {
  return {matrix.units.begin(), matrix.units.end()};
}

/// Any will do, as no sum is rounded; most of all the fastest.
const kernels::MatmulVariant<double>& variant() {
  const auto variants = kernels::matmul_variants<double>();
  const auto* openblas = kernels::find_variant(variants, "cpu-openblas");
  return openblas != nullptr && openblas->supported().available ? *openblas : variants.front();
}

}  // namespace

DecimalMatrix exact_product(const Factors& factors) {
  const auto& [a, b] = factors;
  const double most = largest_magnitude(a) * largest_magnitude(b) * static_cast<double>(a.columns);
  if (!(most < 0x1p53)) throw std::logic_error("exact_product: sums may exceed 2^53");
  DecimalMatrix c(a.rows, b.columns, a.digits + b.digits);
  const std::vector<double> left = in_floating_point(a);
  const std::vector<double> right = in_floating_point(b);
  std::vector<double> product(c.units.size());
  variant().run({left.data(), a.rows, a.columns, a.columns}, {right.data(), b.rows, b.columns, b.columns},
                {product.data(), c.rows, c.columns, c.columns});
  std::transform(product.begin(), product.end(), c.units.begin(),
                 [](double sum) { return std::llround(sum); });
  return c;
}

}  // namespace problems::matmul
