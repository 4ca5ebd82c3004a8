#pragma once

#include <cstdint>

#include "kernels/matmul/matmul.hpp"

namespace kernels {

/// How much memory of the current GPU may be used: the budget that was set, or most of what is free.
std::uint64_t streaming_budget();

/// c = a b for matrices in host memory, on the current GPU, within `budget` bytes of its memory; returns when c
/// is there. Copies run beside the products only if the matrices are pinned. Throws GpuCannotRun, before
/// anything is written, when the budget is too small.
template <class T>
void multiply_streamed(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, std::uint64_t budget);

}  // namespace kernels
