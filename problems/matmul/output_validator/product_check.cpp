#include "problems/matmul/output_validator/product_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "problems/common/printing/general_text.hpp"

namespace problems::matmul {
namespace {

constexpr int digits_shown = 9;

std::string place(std::size_t line, std::size_t token) {
  return "line " + std::to_string(line) + ", token " + std::to_string(token);
}

/// What a message calls the text in the place of a number.
std::string text_of(const InputError& error) {
  return error.found == end_of_input ? "the end of the output"
                                     : error.found + ", which is not a finite decimal number";
}

/// The rows of a matrix, read in blocks by as many cores as the reader has.
class MatrixRows {
 public:
  MatrixRows(Reader& reader, std::size_t rows, std::size_t columns, std::string_view what)
      : reader_(reader), left_(rows), columns_(columns), what_(what) {}

  /// The next one; valid until the next call. Throws InputError.
  std::span<const double> next() {
    if (at_ == block_.size()) {
      const std::size_t rows = std::min(left_, std::max<std::size_t>(1, elements_at_once / (columns_ + 1)));
      block_ = reader_.decimals<double>(rows * columns_, what_);
      left_ -= rows;
      at_ = 0;
    }
    at_ += columns_;
    return std::span(block_).subspan(at_ - columns_, columns_);
  }

 private:
  static constexpr std::size_t elements_at_once = std::size_t{1} << 22;

  Reader& reader_;
  std::size_t left_, columns_;
  std::string_view what_;
  base::LargeVector<double> block_;
  std::size_t at_ = 0;
};

}  // namespace

double tolerance(std::size_t terms) {
  constexpr double unit_roundoff = 0x1p-24;
  const auto count = static_cast<double>(terms);
  return unit_roundoff * (std::min(count, 8 * std::sqrt(count)) + 16);
}

Sizes read_sizes(Reader& input) {
  constexpr std::size_t max = std::numeric_limits<std::size_t>::max();
  const auto m = input.integer<std::size_t>(0, max, "M");
  const auto k = input.integer<std::size_t>(0, max, "K");
  const auto n = input.integer<std::size_t>(0, max, "N");
  input.require_memory({std::max({m, k, n})}, 4 * sizeof(double), "the norms");
  return {m, k, n};
}

Bounds read_bounds(Reader& input, const Sizes& sizes, ProductResidues* residues) {
  const auto& [m, k, n] = sizes;
  Bounds bounds{
      .row_norms = std::vector<double>(m), .column_norms = std::vector<double>(n), .tolerance = tolerance(k)};
  MatrixRows a(input, m, k, "A");
  for (std::size_t row = 0; row < m; ++row) {
    const std::span<const double> elements = a.next();
    for (const double element : elements) bounds.row_norms[row] += element * element;
    if (residues != nullptr) residues->row_of_a(row, elements);
  }
  MatrixRows b(input, k, n, "B");
  for (std::size_t row = 0; row < k; ++row) {
    const std::span<const double> elements = b.next();
    for (std::size_t column = 0; column < n; ++column)
      bounds.column_norms[column] += elements[column] * elements[column];
    if (residues != nullptr) residues->row_of_b(row, elements);
  }
  input.expect_end();
  for (double& norm : bounds.row_norms) norm = std::sqrt(norm);
  for (double& norm : bounds.column_norms) norm = std::sqrt(norm);
  return bounds;
}

bool is_within(const Bounds& bounds, Reader& answer, Reader& output, ProductResidues* residues) {
  const std::size_t rows = bounds.row_norms.size();
  const std::size_t columns = bounds.column_norms.size();
  MatrixRows expected(answer, rows, columns, "C");
  MatrixRows found(output, rows, columns, "the output");
  bool is_within = true;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::span<const double> answers = expected.next();
    if (residues != nullptr) residues->row_of_c(row, answers);
    if (!is_within) continue;
    try {
      const std::span<const double> elements = found.next();
      for (std::size_t column = 0; column < columns; ++column)  // so that NaN cannot pass
        is_within = is_within && std::abs(elements[column] - answers[column]) <= bounds.at(row, column);
    } catch (const InputError&) {
      is_within = false;
    }
  }
  answer.expect_end();
  return is_within && output.at_end();
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
        return place(row + 1, column + 1) + ": expected " + general_text(expected, digits_shown) +
               ", found " + text_of(error);
      }
      const double difference = std::abs(found - expected);
      const double bound = bounds.at(row, column);
      if (!(difference <= bound)) {  // so that NaN cannot pass
        return place(row + 1, column + 1) + ": expected " + general_text(expected, digits_shown) +
               ", found " + general_text(found, digits_shown) + " (difference " +
               general_text(difference, 3) + ", bound " + general_text(bound, 3) + ")";
      }
    }
  }
  answer.expect_end();
  try {
    output.expect_end();
  } catch (const InputError& error) {
    return place(rows + 1, 1) + ": expected the end of the output, found " + error.found;
  }
  return std::nullopt;
}

}  // namespace problems::matmul
