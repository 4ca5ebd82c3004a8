#pragma once

#include <vector_types.h>

#include <algorithm>
#include <cstddef>

#include "kernels/common/matrix_view.hpp"

namespace kernels {

/// Calls `launch(grid, first_row)` so that blocks of `block_rows` x `block_columns` elements cover `matrix`:
/// once, but for matrices of more rows of blocks than a grid can have. None for a matrix without elements.
template <class T, class Launch>
void for_grid_rows(MatrixView<T> matrix, std::size_t block_rows, std::size_t block_columns, Launch launch) {
  constexpr std::size_t most_rows = 65535;
  if (matrix.columns == 0) return;
  const auto across = static_cast<unsigned>((matrix.columns + block_columns - 1) / block_columns);
  for (std::size_t first = 0; first < matrix.rows; first += most_rows * block_rows) {
    const std::size_t down = (matrix.rows - first + block_rows - 1) / block_rows;
    launch(dim3(across, static_cast<unsigned>(std::min(down, most_rows))), first);
  }
}

}  // namespace kernels
