// The reference: the product of two matrices, one pair after another.

#include "kernels/matmul/matmul.hpp"
#include "kernels/matmul_batch/matmul_batch.hpp"

namespace kernels {

MatmulFunction<float> matmul_cpu_float64;

void matmul_batch_cpu_float64(MatrixBatch<const float> a, MatrixBatch<const float> b, MatrixBatch<float> c) {
  for (std::size_t i = 0; i < c.count; ++i) matmul_cpu_float64(a.at(i), b.at(i), c.at(i));
}

}  // namespace kernels
