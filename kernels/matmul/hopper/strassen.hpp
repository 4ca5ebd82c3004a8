#pragma once

#include <algorithm>
#include <cstddef>

#include "kernels/matmul/matmul.hpp"

namespace kernels::hopper {

/// How often it pays to multiply halves instead. On an H100 two levels do from n = 4096 on, and one nowhere.
inline int strassen_levels(std::size_t m, std::size_t k, std::size_t n) {
  constexpr std::size_t shortest = 3600, longest = 100'000;
  return std::min({m, k, n}) >= shortest && std::max({m, k, n}) <= longest ? 2 : 0;
}

/// gpu-strassen with so many levels, 1 or 2; no matrix is empty.
void multiply_strassen(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c, int levels,
                       GpuStream stream);

}  // namespace kernels::hopper
