// Gauss-Jordan elimination, a row of bits as 32-bit words.
//
// This is the method of textbooks: for each column, a row that has a bit there is swapped up and added to all
// others that have one. On average, n^2 / 2 rows of n / 32 words are added: n^3 / 64 operations.

#include <algorithm>
#include <cassert>
#include <vector>

#include "kernels/bit_system/bit_system.hpp"

namespace kernels {
namespace {

bool bit(std::span<const std::uint32_t> row, std::size_t column) {
  return row[column / 32] >> column % 32 & 1;
}

void add(std::span<const std::uint32_t> row, std::span<std::uint32_t> to) {
  for (std::size_t word = 0; word < to.size(); ++word) to[word] ^= row[word];
}

}  // namespace

BitSystemOutcome bit_system_cpu_elimination(MatrixView<std::uint32_t> system,
                                            std::span<std::uint32_t> solution) {
  const std::size_t n = system.rows;
  assert(system.columns == bit_system_words(n) && solution.size() == system.columns);
  std::vector<std::size_t> pivot_columns;
  for (std::size_t column = 0; column < n; ++column) {
    const std::size_t rank = pivot_columns.size();
    std::size_t pivot = rank;
    while (pivot < n && !bit(system.row(pivot), column)) ++pivot;
    if (pivot == n) continue;
    std::ranges::swap_ranges(system.row(pivot), system.row(rank));
    for (std::size_t row = 0; row < n; ++row) {
      if (row != rank && bit(system.row(row), column)) add(system.row(rank), system.row(row));
    }
    pivot_columns.push_back(column);
  }
  const std::size_t rank = pivot_columns.size();
  std::ranges::fill(solution, 0U);
  for (std::size_t row = rank; row < n; ++row) {
    if (bit(system.row(row), n)) return {static_cast<std::uint32_t>(rank), 0};
  }
  for (std::size_t row = 0; row < rank; ++row) {
    if (bit(system.row(row), n)) solution[pivot_columns[row] / 32] |= 1U << pivot_columns[row] % 32;
  }
  return {static_cast<std::uint32_t>(rank), 1};
}

}  // namespace kernels
