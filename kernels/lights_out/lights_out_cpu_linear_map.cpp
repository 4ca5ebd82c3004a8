// The inverse linear map, by table look-up.
//
// Toggling is addition over GF(2), so pressing the set x of buttons changes the lights by A x, where A is a
// symmetric 30 x 30 matrix with a one for every (button, light it toggles). For 5 x 6 the matrix is
// invertible: the presses that put out a board b are A^-1 b, one fixed linear map for all boards. A linear
// map of 30 bits is the sum of its values on three groups of 10 bits, each of which is a table of 1024 words:
// three look-ups a board, from 12 KiB that stay in the level-1 cache.
//
// The compiler inverts the matrix (Gauss-Jordan elimination) and fills the tables; would the matrix be
// singular, this file would not compile.
//
// Sources: M. Anderson and T. Feil, "Turning Lights Out with Linear Algebra", Mathematics Magazine 71 (1998);
// the grouping into tables is the "method of four Russians" (Arlazarov, Dinic, Kronrod, Faradzev 1970).

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "kernels/lights_out/lights_out.hpp"

namespace kernels {
namespace {

constexpr int lights = lights_out_rows * lights_out_columns;
constexpr int group_bits = 10;
constexpr int groups = lights / group_bits;
constexpr std::uint32_t group_mask = (1U << group_bits) - 1;
static_assert(groups * group_bits == lights);

using Matrix = std::array<std::uint32_t, lights>;  // one word a row; symmetric, so also one word a column

/// Row k: the lights that button k toggles.
constexpr Matrix toggle_matrix() {
  Matrix matrix{};
  for (int row = 0; row < lights_out_rows; ++row) {
    for (int column = 0; column < lights_out_columns; ++column) {
      const int k = row * lights_out_columns + column;
      std::uint32_t toggled = 1U << k;
      if (row > 0) toggled |= 1U << (k - lights_out_columns);
      if (row + 1 < lights_out_rows) toggled |= 1U << (k + lights_out_columns);
      if (column > 0) toggled |= 1U << (k - 1);
      if (column + 1 < lights_out_columns) toggled |= 1U << (k + 1);
      matrix[static_cast<std::size_t>(k)] = toggled;
    }
  }
  return matrix;
}

/// Gauss-Jordan elimination over GF(2): the row operations that turn `matrix` into the identity turn the
/// identity into the inverse.
constexpr Matrix inverse(Matrix matrix) {
  Matrix result{};
  for (std::size_t k = 0; k < lights; ++k) result[k] = 1U << k;
  for (std::size_t pivot = 0; pivot < lights; ++pivot) {
    std::size_t found = pivot;
    while (found < lights && !(matrix[found] >> pivot & 1)) ++found;
    if (found == lights) throw std::logic_error("the toggle matrix is singular");
    std::swap(matrix[pivot], matrix[found]);
    std::swap(result[pivot], result[found]);
    for (std::size_t row = 0; row < lights; ++row) {
      if (row != pivot && (matrix[row] >> pivot & 1)) {
        matrix[row] ^= matrix[pivot];
        result[row] ^= result[pivot];
      }
    }
  }
  return result;
}

using Tables = std::array<std::array<std::uint32_t, group_mask + 1>, groups>;

/// `tables[g][bits]`: the presses for the board that has `bits` in group g and no other light on.
constexpr Tables presses_of_groups() {
  const Matrix presses_of_light = inverse(toggle_matrix());
  Tables tables{};
  for (std::size_t group = 0; group < groups; ++group) {
    for (std::uint32_t bits = 1; bits <= group_mask; ++bits) {
      const std::uint32_t without_lowest = bits & (bits - 1);
      const auto lowest = static_cast<std::size_t>(std::countr_zero(bits));
      tables[group][bits] = tables[group][without_lowest] ^ presses_of_light[group * group_bits + lowest];
    }
  }
  return tables;
}

constexpr Tables tables = presses_of_groups();

}  // namespace

void lights_out_cpu_linear_map(std::span<const std::uint32_t> boards, std::span<std::uint32_t> presses) {
  assert(boards.size() == presses.size());
  for (std::size_t k = 0; k < boards.size(); ++k) {
    const std::uint32_t board = boards[k];
    presses[k] = tables[0][board & group_mask] ^ tables[1][board >> group_bits & group_mask] ^
                 tables[2][board >> 2 * group_bits & group_mask];
  }
}

}  // namespace kernels
