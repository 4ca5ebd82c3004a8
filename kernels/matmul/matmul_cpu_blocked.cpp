#include <algorithm>

#include "kernels/matmul/matmul.hpp"

namespace kernels {

void matmul_cpu_blocked(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c) {
  for (std::size_t i = 0; i < c.rows; ++i) {
    std::ranges::fill(c.row(i), 0.0f);
    for (std::size_t k = 0; k < a.columns; ++k) {
      for (std::size_t j = 0; j < c.columns; ++j) c.at(i, j) += a.at(i, k) * b.at(k, j);
    }
  }
}

}  // namespace kernels
