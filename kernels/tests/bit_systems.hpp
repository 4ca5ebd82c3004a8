#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "kernels/bit_system/bit_system.hpp"

namespace kernels_tests {

/// Owns a system of n equations.
struct OwnedSystem {
  explicit OwnedSystem(std::size_t size) : n(size), words(n * kernels::bit_system_words(n)) {}

  kernels::MatrixView<std::uint32_t> view() {
    const std::size_t columns = kernels::bit_system_words(n);
    return {words.data(), n, columns, columns};
  }

  std::size_t n;
  std::vector<std::uint32_t> words;
};

/// Coefficients and right sides at random; the bits above, too.
inline OwnedSystem random_system(std::size_t n, std::uint64_t seed) {
  std::mt19937 random(static_cast<std::uint32_t>(seed));
  OwnedSystem system(n);
  for (std::uint32_t& word : system.words) word = static_cast<std::uint32_t>(random());
  return system;
}

/// Each row a sum of the first `rank` rows, right sides included, so that it can be solved if those can.
inline OwnedSystem system_of_rank(std::size_t n, std::size_t rank, std::uint64_t seed) {
  OwnedSystem system = random_system(n, seed);
  std::mt19937 random(static_cast<std::uint32_t>(seed) + 1);
  const auto view = system.view();
  for (std::size_t row = rank; row < n; ++row) {
    for (std::uint32_t& word : view.row(row)) word = 0;
    for (std::size_t of = 0; of < rank; ++of) {
      if ((random() & 1) == 0) continue;
      for (std::size_t word = 0; word < view.columns; ++word) view.at(row, word) ^= view.at(of, word);
    }
  }
  return system;
}

/// A permutation of the unknowns: a pivot is never where it is looked for first.
inline OwnedSystem backwards(std::size_t n) {
  OwnedSystem system(n);
  for (std::size_t row = 0; row < n; ++row) {
    const std::size_t unknown = n - 1 - row;
    system.view().at(row, unknown / 32) |= 1U << unknown % 32;
    if (row % 3 == 0) system.view().at(row, n / 32) |= 1U << n % 32;
  }
  return system;
}

/// Coefficients at random no further than `lower` places below the diagonal and `upper` above it. Of every
/// `period` rows one is zero, and one the same as the row before, where both may be; 0: none.
inline OwnedSystem banded_system(std::size_t n, std::size_t lower, std::size_t upper, std::uint64_t seed,
                                 std::size_t period = 0) {
  std::mt19937 random(static_cast<std::uint32_t>(seed));
  OwnedSystem system(n);
  const auto view = system.view();
  const auto bit = [&](std::size_t row, std::size_t column) {
    return row < n && view.at(row, column / 32) >> column % 32 & 1;
  };
  for (std::size_t row = 0; row < n; ++row) {
    const bool is_zero = period > 0 && row % period == 1, is_same = period > 0 && row % period == 3;
    for (std::size_t column = 0; column < n; ++column) {
      if (column + lower < row || column > row + upper || is_zero) continue;
      const std::uint32_t value = is_same ? bit(row - 1, column) : random() & 1;
      view.at(row, column / 32) |= value << column % 32;
    }
    const bool right = is_zero ? false : is_same ? bit(row - 1, n) : random() & 1;
    if (right) view.at(row, n / 32) |= 1U << n % 32;
  }
  return system;
}

inline OwnedSystem lights_out_system(std::size_t side) {
  OwnedSystem system(side * side);
  kernels::fill_lights_out_system(side, system.view());
  return system;
}

/// Whether `solution` solves all equations, and has no bits beyond the unknowns.
inline bool solves(std::span<const std::uint32_t> solution, OwnedSystem& system) {
  const auto view = system.view();
  const std::size_t n = system.n;
  if (solution[n / 32] >> n % 32 != 0) return false;
  for (std::size_t row = 0; row < n; ++row) {
    std::uint32_t sum = 0;
    for (std::size_t word = 0; word < view.columns; ++word) sum ^= view.at(row, word) & solution[word];
    const auto right = view.at(row, n / 32) >> n % 32 & 1;
    if ((static_cast<unsigned>(__builtin_popcount(sum)) & 1) != right) return false;
  }
  return true;
}

}  // namespace kernels_tests
