#pragma once

#include "kernels/matmul/hopper/cluster_tiles.cuh"
#include "kernels/matmul/register_tiles.hpp"

namespace kernels::hopper {

/// gpu-register-tiles, if `condition` holds, which the GPU finds out and nobody waits for: for techniques that cannot
/// multiply all factors.
void multiply_in_float32_if(Condition condition, MatrixView<const float> a, MatrixView<const float> b,
                            MatrixView<float> c, Into into, GpuStream stream);

}  // namespace kernels::hopper
