#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>

#include "kernels/tests/guarded_matrix.hpp"
#include "kernels/transpose/transpose.hpp"

namespace kernels_tests {

struct TransposeCase {
  std::size_t rows, columns, in_gap, out_gap;
  std::size_t margin = GuardedMatrix<int>::unaligned_margin;
};

/// Any bits, also those of NaNs, infinities, and now and then zeros with a sign and denormal numbers; or,
/// with `ordinary`, finite numbers other than zero.
template <class T>
T random_bits(std::mt19937_64& random, bool ordinary) {
  constexpr std::uint64_t finite = 0xBFFF'FFFF'BFFF'FFFF;  // clears a bit of each exponent
  constexpr std::uint64_t special[] = {0x8000'0000'8000'0000, 0x8000'0000'0000'0000, 0x8000'0001'0000'0001,
                                       1};
  std::uint64_t words[2];
  for (std::uint64_t& word : words) {
    word = random();
    word = ordinary ? word & finite : word % 64 < 4 ? special[word % 64] : word;
  }
  T value;
  std::memcpy(static_cast<void*>(&value), words, sizeof value);
  return value;
}

template <class T>
GuardedMatrix<T> random_matrix(const TransposeCase& c, unsigned seed, bool ordinary = false) {
  std::mt19937_64 random(seed);
  GuardedMatrix<T> in(c.rows, c.columns, c.in_gap, c.margin);
  for (std::size_t r = 0; r < c.rows; ++r) {
    for (T& element : in.view().row(r)) element = random_bits<T>(random, ordinary);
  }
  return in;
}

/// The memory for every transposed matrix: each element has a value that no test expects there.
template <class T>
GuardedMatrix<T> poisoned_transpose(const TransposeCase& c) {
  GuardedMatrix<T> out(c.columns, c.rows, c.out_gap, c.margin);
  T poison;
  std::memset(static_cast<void*>(&poison), 0x5E, sizeof poison);
  out.fill(poison);
  return out;
}

/// What is wrong with `out` as the transpose of `in`, bit for bit, or nothing.
template <class T>
std::string transpose_complaint(const GuardedMatrix<T>& in, const GuardedMatrix<T>& out) {
  if (!out.guards_intact()) return "a guard around the output changed";
  for (std::size_t row = 0; row < out.view().rows; ++row) {
    for (std::size_t column = 0; column < out.view().columns; ++column) {
      if (std::memcmp(&in.view().at(column, row), &out.view().at(row, column), sizeof(T)) != 0) {
        return "row " + std::to_string(row) + ", column " + std::to_string(column);
      }
    }
  }
  return "";
}

}  // namespace kernels_tests
