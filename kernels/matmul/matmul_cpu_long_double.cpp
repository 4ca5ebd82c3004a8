// The reference for double precision: row i of c as a sum of rows of b, weighted by row i of a (order i-k-j),
// in long double, rounded once. On x86 that has 64 bits: a product errs by 2^-64 and each addition by as
// much, 2^11 times finer than in double precision, and the order of each sum is fixed.
//
// Work: M N K multiply-adds, without vector instructions. Traffic: each row of c reads all of b once.

#include <algorithm>
#include <vector>

#include "kernels/matmul/matmul.hpp"

namespace kernels {

void matmul_cpu_long_double(MatrixView<const double> a, MatrixView<const double> b, MatrixView<double> c) {
  std::vector<long double> sums(c.columns);
  for (std::size_t i = 0; i < c.rows; ++i) {
    std::ranges::fill(sums, 0.0L);
    for (std::size_t k = 0; k < a.columns; ++k) {
      const long double weight = a.at(i, k);
      const double* b_row = b.row(k).data();
      for (std::size_t j = 0; j < c.columns; ++j) sums[j] += weight * static_cast<long double>(b_row[j]);
    }
    for (std::size_t j = 0; j < c.columns; ++j) c.at(i, j) = static_cast<double>(sums[j]);
  }
}

}  // namespace kernels
