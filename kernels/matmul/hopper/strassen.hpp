#pragma once

#include <algorithm>
#include <cstddef>

#include "kernels/matmul/matmul.hpp"

namespace kernels::hopper {

constexpr int most_strassen_levels = 2;

/// How often it pays to multiply halves instead: as seen on an H200.
inline int strassen_levels(std::size_t m, std::size_t k, std::size_t n) {
  constexpr std::size_t one_level = 2048, two_levels = 4096, longest = 100'000;
  const std::size_t side = std::min({m, k, n});
  if (std::max({m, k, n}) > longest) return 0;
  return side >= two_levels ? 2 : side >= one_level ? 1 : 0;
}

/// gpu-strassen with so many levels, 1 or 2; no matrix is empty.
void multiply_strassen(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c, int levels,
                       GpuStream stream);

}  // namespace kernels::hopper
