// The definition, as in every first lecture: c_ij is the dot product of row i of a and column j of b.
//
// Work: M N K multiply-adds, one after another, for each sum waits for its last addition. Traffic: the inner
// loop walks down a column of b, so each step touches another cache line and uses 4 of its 64 bytes; once a
// column's lines no longer fit the cache, every step waits for the next level. Hence the limit in the table:
// twice the side is eight times the work, and beyond the limit takes over twenty times as long.

#include "kernels/matmul/matmul.hpp"

namespace kernels {

void matmul_cpu_triple_loop(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c) {
  for (std::size_t i = 0; i < c.rows; ++i) {
    for (std::size_t j = 0; j < c.columns; ++j) {
      float sum = 0;
      for (std::size_t k = 0; k < a.columns; ++k) sum += a.at(i, k) * b.at(k, j);
      c.at(i, j) = sum;
    }
  }
}

}  // namespace kernels
