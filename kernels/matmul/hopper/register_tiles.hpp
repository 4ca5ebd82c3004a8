#pragma once

#include "kernels/matmul/register_tiles.hpp"

namespace kernels::hopper {

/// Whether it is worth it: a pass over a beforehand, and one block less at a time on a multiprocessor. On an
/// H200 it is for c of 3001 x 3001, and not for 2048 x 2048, but for 2047 x 2047, as b's rows are not aligned.
inline bool copies_pay(MatrixView<const float> a, MatrixView<float> c, bool b_aligned) {
  constexpr std::size_t most = std::size_t{1} << 30;
  constexpr std::size_t many_columns = 1536, long_sum = 384;
  const std::size_t many_elements = b_aligned ? 6'000'000 : 4'000'000;
  return c.rows * c.columns >= many_elements && c.columns >= many_columns && a.columns >= long_sum &&
         c.rows <= most && c.columns <= most && a.columns <= most;
}

/// kernels::multiply_register_tiles for compute capability 9.0: the copy engine brings the slices. For that, a
/// is transposed beforehand, and b copied if its rows are not aligned. Neither may be empty.
void multiply_register_tiles(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c,
                             Into into, GpuStream stream);

}  // namespace kernels::hopper
