#include <algorithm>

#include "kernels/transpose/transpose.hpp"

namespace kernels {

void transpose_cpu_blocked(MatrixView<const std::int32_t> in, MatrixView<std::int32_t> out) {
  constexpr std::size_t block = 32;
  for (std::size_t row = 0; row < in.rows; row += block) {
    for (std::size_t column = 0; column < in.columns; column += block) {
      for (std::size_t r = row; r < std::min(row + block, in.rows); ++r) {
        for (std::size_t c = column; c < std::min(column + block, in.columns); ++c)
          out.at(c, r) = in.at(r, c);
      }
    }
  }
}

}  // namespace kernels
