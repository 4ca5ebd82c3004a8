#pragma once

#include "kernels/matmul/register_tiles.hpp"

namespace kernels::hopper {

/// Whether it is worth a pass over a beforehand, and one block less at a time on a multiprocessor, where c has many tiles.
inline bool copies_pay(std::size_t m, std::size_t k, std::size_t n) {
  constexpr std::size_t most = std::size_t{1} << 30, many_columns = 1280, long_sum = 384;
  return n >= many_columns && k >= long_sum && m <= most && n <= most && k <= most;
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
