// The definition: reads run along the rows of `in`, writes go down the columns of `out`.
//
// Work: R C moves. Traffic: at best an element read and one written. Here each write touches another cache
// line, and where a column of lines does not fit the cache, a line is fetched and written back for each of
// its elements: of 32-bit elements, 64 bytes in and 64 out for 4 that count.

#include "kernels/transpose/transpose.hpp"

namespace kernels {

template <class T>
void transpose_cpu_naive(MatrixView<const T> in, MatrixView<T> out) {
  for (std::size_t r = 0; r < in.rows; ++r) {
    for (std::size_t c = 0; c < in.columns; ++c) out.at(c, r) = in.at(r, c);
  }
}

template void transpose_cpu_naive(MatrixView<const std::uint8_t>, MatrixView<std::uint8_t>);
template void transpose_cpu_naive(MatrixView<const std::uint16_t>, MatrixView<std::uint16_t>);
template void transpose_cpu_naive(MatrixView<const std::int32_t>, MatrixView<std::int32_t>);
template void transpose_cpu_naive(MatrixView<const std::uint64_t>, MatrixView<std::uint64_t>);
template void transpose_cpu_naive(MatrixView<const Element16>, MatrixView<Element16>);

}  // namespace kernels
