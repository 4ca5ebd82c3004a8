#pragma once

#include <cstddef>

#include "kernels/common/gpu.hpp"
#include "kernels/common/matrix_view.hpp"

namespace kernels::hopper {

/// `count` products of one shape. Their matrices lie so many elements apart.
struct ProductBatch {
  MatrixView<const float> a, b;
  MatrixView<float> c;
  std::size_t count = 1, a_distance = 0, b_distance = 0, c_distance = 0;
};

/// Whether `count` products can be computed so at all: sums of 32 or more, and fewer than 2^30 elements in a matrix, of
/// which none is empty.
bool can_fuse(const ProductBatch& products);

/// Every c = a b on tensor cores, by one kernel that splits the factors into terms of TF32 itself (fused_split.cuh).
/// Precondition: they can be fused. Single products and sums of more than 256 are about as accurate as cuBLAS's; batches of
/// shorter ones err by up to a quarter of the bound (laboratory/notes/matmul-batch.md).
void multiply_fused(const ProductBatch& products, GpuStream stream);

/// Multiplies a single product so, if that should take less time than splitting the factors beforehand; false: it was not
/// computed.
bool multiply_fused_if_faster(const ProductBatch& product, GpuStream stream);

}  // namespace kernels::hopper
