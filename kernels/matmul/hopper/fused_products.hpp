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

/// Whether one kernel should take less time for a product than splitting the factors beforehand. It can be fused.
bool fusing_pays(const ProductBatch& product);

/// Every c = a b on tensor cores, by one kernel that splits the factors into terms of TF32 itself (fused_split.cuh).
/// Precondition: they can be fused. Products of longer sums than 256 are as accurate as cuBLAS's; those of a batch with
/// shorter ones err by up to a quarter of the bound (laboratory/notes/matmul-batch.md).
void multiply_fused(const ProductBatch& products, GpuStream stream);

}  // namespace kernels::hopper
