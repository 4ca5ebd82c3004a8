#pragma once

#include <cstdint>
#include <span>

#include "kernels/matmul/matmul.hpp"

namespace kernels {

/// c = a b for matrices in host memory, within `budget` bytes of the memory of each of these GPUs; returns when c is
/// there. Each GPU computes a band of c's rows, or of its columns if there are more of these. Copies run beside the
/// products if the matrices are pinned. Throws GpuCannotRun, before anything is written, when the budget is too small.
template <class T>
void multiply_streamed(std::span<const int> devices, MatrixView<const T> a, MatrixView<const T> b,
                       MatrixView<T> c, std::uint64_t budget);

/// Multiplies within the budget that was set, or most of the memory that is free. Pins the matrices where they are not,
/// which counts as start-up in GpuPhases; copies, which overlap with kernels, count as these.
template <class T>
void multiply_from_host(std::span<const int> devices, MatrixView<const T> a, MatrixView<const T> b,
                        MatrixView<T> c);

}  // namespace kernels
