#pragma once

#include "kernels/matmul/register_tiles.hpp"

namespace kernels::hopper {

/// Whether it is worth it: a pass over a beforehand, and one block less at a time on a multiprocessor. On an H100 it is
/// for c of 1600 x 1600, but not where c has no more than 2048 x 2048 elements, all of them in whole tiles.
inline bool copies_pay(MatrixView<const float> a, MatrixView<float> c, bool b_aligned) {
  constexpr std::size_t most = std::size_t{1} << 30;
  constexpr std::size_t many_columns = 1280, long_sum = 384, many_elements = 1'900'000;
  constexpr std::size_t many_elements_of_whole_tiles = 6'000'000;
  const bool whole_tiles = b_aligned && c.rows % 64 == 0 && c.columns % 128 == 0 && a.columns % 16 == 0;
  return c.rows * c.columns >= (whole_tiles ? many_elements_of_whole_tiles : many_elements) &&
         c.columns >= many_columns && a.columns >= long_sum && c.rows <= most && c.columns <= most &&
         a.columns <= most;
}

/// kernels::multiply_register_tiles for compute capability 9.0: the copy engine brings the slices. For that, a
/// is transposed beforehand, and b copied if its rows are not aligned. Neither may be empty.
void multiply_register_tiles(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c,
                             Into into, GpuStream stream);

constexpr std::size_t layer_row_multiple = 64, layer_depth_multiple = 16;

/// Several products of one shape in one launch, so that one fills what the last blocks of another leave idle. Product l
/// is that of rows l k, ..., l k + k - 1 of `transposed_a`, (layers k) x m, and of b, (layers k) x n, and goes to rows l m,
/// ... of c, (layers m) x n. All rows are aligned to 16 bytes. With more than one layer m and k are multiples of the two
/// above.
void multiply_layers(MatrixView<const float> transposed_a, MatrixView<const float> b, MatrixView<float> c,
                     std::size_t layers, Into into, GpuStream stream);

}  // namespace kernels::hopper
