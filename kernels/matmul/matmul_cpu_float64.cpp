// The reference. Row i of c is a sum of rows of b, weighted by row i of a, so the inner loop runs along rows
// only (order i-k-j). The product of two floats has 48 significant bits and is exact in double precision;
// only the additions round, 2^29 times finer than in single precision, and the one rounding to float hides
// nearly all of it. Exact products also make the result the same with and without fused multiply-add, and the
// order of each sum is fixed: every machine gives the same bits.
//
// Work: M N K multiply-adds. Traffic: each row of c reads all of b once.

#include <algorithm>
#include <vector>

#include "kernels/matmul/matmul.hpp"

namespace kernels {

void matmul_cpu_float64(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c) {
  std::vector<double> sums(c.columns);
  for (std::size_t i = 0; i < c.rows; ++i) {
    std::fill(sums.begin(), sums.end(), 0.0);
    for (std::size_t k = 0; k < a.columns; ++k) {
      const double weight = a.at(i, k);
      const float* b_row = b.row(k).data();
      for (std::size_t j = 0; j < c.columns; ++j) sums[j] += weight * static_cast<double>(b_row[j]);
    }
    for (std::size_t j = 0; j < c.columns; ++j) c.at(i, j) = static_cast<float>(sums[j]);
  }
}

}  // namespace kernels
