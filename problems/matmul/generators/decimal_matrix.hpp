#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "problems/common/printing/writer.hpp"

namespace problems::matmul {

/// A row-major matrix of decimals with the same number of digits after the point: whole numbers of units of
/// 10^-digits, so that it is printed as it was drawn.
struct DecimalMatrix {
  DecimalMatrix(std::size_t row_count, std::size_t column_count, int digit_count)
      : rows(row_count), columns(column_count), digits(digit_count), units(row_count * column_count) {}

  std::int64_t at(std::size_t row, std::size_t column) const { return units[row * columns + column]; }

  /// The double nearest to the printed number.
  double value(std::size_t row, std::size_t column) const {
    return static_cast<double>(at(row, column)) / std::pow(10.0, digits);
  }

  /// Sets every element to make(row, column), row by row.
  template <class Make>
  void fill(Make make) {
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t column = 0; column < columns; ++column)
        units[row * columns + column] = make(row, column);
    }
  }

  void write(Writer& out) const {
    for (std::size_t i = 0; i < units.size(); ++i) {
      write_element(out, units[i]);
      out.character((i + 1) % columns == 0 ? '\n' : ' ');
    }
  }

  std::size_t rows, columns;
  int digits;
  std::vector<std::int64_t> units;

 private:
  void write_element(Writer& out, std::int64_t value) const {
    std::string text = std::to_string(std::abs(value));
    const auto fraction = static_cast<std::size_t>(digits);
    if (text.size() <= fraction) text.insert(0, fraction + 1 - text.size(), '0');
    if (fraction > 0) text.insert(text.size() - fraction, 1, '.');
    if (value < 0) out.character('-');
    out.text(text);
  }
};

}  // namespace problems::matmul
