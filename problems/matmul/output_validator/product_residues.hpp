#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "problems/common/frame/random.hpp"

namespace problems::matmul {

/// Whether C is exactly AB, in O(n^2): r C = (r A) B for a random row r, in integers modulo the prime 2^61 - 1
/// (Freivalds, "Probabilistic machines can use less running time", IFIP Congress 1977). A wrong C is taken for right
/// with probability 2^-60 at most. The elements of A and B are multiples of 10^-digits, and those of C, once they are
/// rounded, of 10^-2digits.
class ProductResidues {
 public:
  /// A is m x k and B is k x n; `random` draws r.
  ProductResidues(std::size_t m, std::size_t k, std::size_t n, int digits, Random& random);

  /// The rows of all three, in order; A comes before B. Throw std::runtime_error for an element that is not a
  /// multiple.
  void row_of_a(std::size_t row, std::span<const double> elements);
  void row_of_b(std::size_t row, std::span<const double> elements);
  void row_of_c(std::size_t row, std::span<const double> elements);

  /// Whether both sides agree, after all rows.
  bool agree() const { return left_ == right_; }

 private:
  double units_of_factors_;                ///< 10^digits
  std::vector<std::uint64_t> random_row_;  ///< r
  std::vector<std::uint64_t> through_a_;   ///< r A
  std::vector<std::uint64_t> right_;       ///< (r A) B
  std::vector<std::uint64_t> left_;        ///< r C
};

}  // namespace problems::matmul
