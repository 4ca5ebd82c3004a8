#pragma once

#include "kernels/matmul/matmul.hpp"

namespace kernels {

/// What a product does with what is in c.
enum class Into { empty, sum };

/// gpu-register-tiles as a part of other techniques: c = a b, or c += a b for Into::sum. Device memory; work
/// for `stream`, not waited for. Throws GpuError when it cannot be started.
template <class T>
void multiply_register_tiles(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, Into into,
                             GpuStream stream);

}  // namespace kernels
