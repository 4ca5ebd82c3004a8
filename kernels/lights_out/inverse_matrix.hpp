#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "kernels/lights_out/lights_out.hpp"

// The inverse of the toggle matrix over GF(2), shared by the linear maps on CPU and GPU. The compiler
// computes it by Gauss-Jordan elimination; if the matrix was singular, this would not compile.

namespace kernels {

inline constexpr std::size_t lights_out_lights = lights_out_rows * lights_out_columns;

/// One word a row. Symmetric, as its inverse is, so that a word is a column as well.
struct LightsOutMatrix {
  std::uint32_t word[lights_out_lights];
};

/// Word k: the lights that button k toggles.
constexpr LightsOutMatrix lights_out_toggles() {
  LightsOutMatrix matrix{};
  for (int row = 0; row < lights_out_rows; ++row) {
    for (int column = 0; column < lights_out_columns; ++column) {
      const int k = row * lights_out_columns + column;
      std::uint32_t toggled = 1U << k;
      if (row > 0) toggled |= 1U << (k - lights_out_columns);
      if (row + 1 < lights_out_rows) toggled |= 1U << (k + lights_out_columns);
      if (column > 0) toggled |= 1U << (k - 1);
      if (column + 1 < lights_out_columns) toggled |= 1U << (k + 1);
      matrix.word[k] = toggled;
    }
  }
  return matrix;
}

/// Word k: the buttons that turn off light k alone. The row operations that turn the toggle matrix into the
/// identity turn the identity into this.
constexpr LightsOutMatrix lights_out_inverse() {
  LightsOutMatrix matrix = lights_out_toggles(), result{};
  const auto swap = [](std::uint32_t& a, std::uint32_t& b) {
    const std::uint32_t kept = a;
    a = b;
    b = kept;
  };
  for (std::size_t k = 0; k < lights_out_lights; ++k) result.word[k] = 1U << k;
  for (std::size_t pivot = 0; pivot < lights_out_lights; ++pivot) {
    std::size_t found = pivot;
    while (found < lights_out_lights && !(matrix.word[found] >> pivot & 1)) ++found;
    if (found == lights_out_lights) throw std::logic_error("the toggle matrix is singular");
    swap(matrix.word[pivot], matrix.word[found]);
    swap(result.word[pivot], result.word[found]);
    for (std::size_t row = 0; row < lights_out_lights; ++row) {
      if (row != pivot && (matrix.word[row] >> pivot & 1)) {
        matrix.word[row] ^= matrix.word[pivot];
        result.word[row] ^= result.word[pivot];
      }
    }
  }
  return result;
}

}  // namespace kernels
