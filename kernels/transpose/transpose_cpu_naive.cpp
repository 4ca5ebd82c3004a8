// The definition: reads run along the rows of `in`, writes go down the columns of `out`.
//
// Work: R C moves. Traffic: at best 4 bytes read and 4 written an element. Here each write touches another
// cache line, and where a column of lines does not fit the cache, a line is fetched and written back for each
// of its 16 elements: 64 bytes in and 64 out for 4 that count.

#include "kernels/transpose/transpose.hpp"

namespace kernels {

void transpose_cpu_naive(MatrixView<const std::int32_t> in, MatrixView<std::int32_t> out) {
  for (std::size_t r = 0; r < in.rows; ++r) {
    for (std::size_t c = 0; c < in.columns; ++c) out.at(c, r) = in.at(r, c);
  }
}

}  // namespace kernels
