#include "problems/matmul/output_validator/product_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace problems::matmul {
namespace {

/// How a message calls what stands where a number should.
std::string text_of(const InputError& error) {
  return error.found == end_of_input ? "the end of the output"
                                     : error.found + ", which is no finite decimal number";
}

}  // namespace

double tolerance(std::size_t terms) {
  constexpr double unit_roundoff = 0x1p-24;
  const auto count = static_cast<double>(terms);
  return unit_roundoff * (std::min(count, 8 * std::sqrt(count)) + 16);
}

Bounds read_bounds(Reader& input) {
  constexpr std::size_t max = std::numeric_limits<std::size_t>::max();
  const auto m = input.integer<std::size_t>(0, max, "M");
  const auto k = input.integer<std::size_t>(0, max, "K");
  const auto n = input.integer<std::size_t>(0, max, "N");
  input.require_memory({std::max(m, n)}, sizeof(double), "the norms");
  Bounds bounds{
      .row_norms = std::vector<double>(m), .column_norms = std::vector<double>(n), .tolerance = tolerance(k)};
  for (double& sum : bounds.row_norms) {
    for (std::size_t i = 0; i < k; ++i) {
      const double element = input.decimal<double>("element of A");
      sum += element * element;
    }
  }
  for (std::size_t i = 0; i < k; ++i) {
    for (double& sum : bounds.column_norms) {
      const double element = input.decimal<double>("element of B");
      sum += element * element;
    }
  }
  input.expect_end();
  for (double& norm : bounds.row_norms) norm = std::sqrt(norm);
  for (double& norm : bounds.column_norms) norm = std::sqrt(norm);
  return bounds;
}

std::optional<std::string> find_mistake(const Bounds& bounds, Reader& answer, Reader& output) {
  const std::size_t rows = bounds.row_norms.size();
  const std::size_t columns = bounds.column_norms.size();
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      const double expected = answer.decimal<double>("element of C");
      double found = 0;
      try {
        found = output.decimal<double>("a decimal number");
      } catch (const InputError& error) {
        return fmt::format("line {}, token {}: expected {:.9g}, found {}", row + 1, column + 1, expected,
                           text_of(error));
      }
      const double difference = std::abs(found - expected);
      const double bound = bounds.at(row, column);
      if (!(difference <= bound)) {  // so that NaN cannot pass
        return fmt::format(
            "line {}, token {}: expected {:.9g}, found {:.9g} (difference {:.3g}, bound {:.3g})", row + 1,
            column + 1, expected, found, difference, bound);
      }
    }
  }
  answer.expect_end();
  try {
    output.expect_end();
  } catch (const InputError& error) {
    return fmt::format("line {}, token 1: expected the end of the output, found {}", rows + 1, error.found);
  }
  return std::nullopt;
}

}  // namespace problems::matmul
