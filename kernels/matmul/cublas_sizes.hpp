#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "kernels/common/gpu.hpp"
#include "kernels/common/matrix_view.hpp"

namespace kernels {

/// A size, stride or count as cuBLAS takes it. Throws GpuCannotRun for one that is too large; `technique` names who asks.
inline int size_for_cublas(std::size_t size, std::string_view technique) {
  if (size > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw GpuCannotRun(std::string(technique) + ": a size, stride or count of " + std::to_string(size) +
                       " exceeds cuBLAS's integer type; use gpu-register-tiles");
  }
  return static_cast<int>(size);
}

/// A matrix's stride: BLAS wants at least 1 even where a matrix has no columns.
template <class T>
int stride_for_cublas(MatrixView<T> matrix, std::string_view technique) {
  return size_for_cublas(std::max({matrix.stride, matrix.columns, std::size_t{1}}), technique);
}

}  // namespace kernels
