#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "problems/common/reading/reader.hpp"
#include "problems/matmul/output_validator/product_residues.hpp"

namespace problems::matmul {

/// How far an element of C may be from the answer, in units of ||row of A|| ||column of B||, for sums of
/// `terms` products: u (min(K, 8 sqrt(K)) + 16), where u = 2^-24 is what one rounding to float32 costs.
///
/// A sum of K products in float32, in any order, errs by at most K u sum |a_k b_k| (Higham, Accuracy and
/// Stability of Numerical Algorithms, section 3.1, to first order in u), and sum |a_k b_k| <= ||a|| ||b||.
/// Rounding errors mostly cancel, so for long sums that is far too kind: 8 sqrt(K) takes the place of K but
/// with probability 2 K exp(-8^2 / 2) = 3e-14 K (Higham and Mary, "A new approach to probabilistic rounding
/// error analysis", SIAM J. Sci. Comput. 41, 2019). The 16 is for the rest: rounding the elements of A and B
/// (2), the answer (2: to float32, and to text), and an output with 7 significant digits (9).
///
/// Inputs rounded to 10 bits after the leading one (TF32, FP16) err by about 2^-12 / sqrt(K): beyond the
/// bound for some elements of a large C while K stays below about 2500, and further beyond where their
/// roundings do not cancel. The tests measure both sides.
double tolerance(std::size_t terms);

/// What an output is judged against: C = AB is M x N, and every element has its bound.
struct Bounds {
  std::vector<double> row_norms;     ///< of A, Euclidean
  std::vector<double> column_norms;  ///< of B, Euclidean
  double tolerance;

  double at(std::size_t row, std::size_t column) const {
    return tolerance * row_norms[row] * column_norms[column];
  }
};

/// M, K and N, with which an input begins.
struct Sizes {
  std::size_t m, k, n;
};
Sizes read_sizes(Reader& input);

/// Reads the factors that follow, to the end of the input. `residues`, if any, gets them, too. Throws InputError.
Bounds read_bounds(Reader& input, const Sizes& sizes, ProductResidues* residues = nullptr);

/// Whether find_mistake() would find none. All cores of the readers look, so the place of the first mistake
/// is not known. `residues`, if any, gets the answer. Throws InputError when the answer is malformed.
bool is_within(const Bounds& bounds, Reader& answer, Reader& output, ProductResidues* residues = nullptr);

/// Compares an output with the answer, number by number; how they are spread over
/// lines does not matter. Returns the first mistake, as "line 3, token 2: expected
/// 5, found 6 (difference 1, bound 2e-4)" with line and token where it should stand,
/// or nothing when there is none. Throws InputError when the answer is malformed.
std::optional<std::string> find_mistake(const Bounds& bounds, Reader& answer, Reader& output);

}  // namespace problems::matmul
