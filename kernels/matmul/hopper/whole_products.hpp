#pragma once

#include "kernels/matmul/hopper/fused_products.hpp"

namespace kernels::hopper {

/// Multiplies a batch of products of up to 64 a side, contiguous matrices, by blocks that fetch the next one's factors while
/// they compute one (whole_products.cuh), if that should be faster than gpu-whole-factors; false: it was not computed.
bool multiply_whole_if_faster(const ProductBatch& batch, GpuStream stream);

}  // namespace kernels::hopper
