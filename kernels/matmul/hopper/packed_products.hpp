#pragma once

#include "kernels/matmul/hopper/fused_products.hpp"

namespace kernels::hopper {

/// Multiplies the first products of a batch, in groups of four (packed_products.cuh), if its matrices lie one after another
/// and it should be faster so than by gpu-whole-factors. Returns how many were computed; 0: none.
std::size_t multiply_packed_if_faster(const ProductBatch& batch, GpuStream stream);

}  // namespace kernels::hopper
