// cublasSgemmStridedBatched, the figure to compare the other GPU variants with. As in matmul_gpu_cublas.cpp it sees the
// transposes, and c' = b' a', and computes in IEEE 754's float32.

#include "kernels/gpu/cublas.hpp"
#include "kernels/matmul_batch/matmul_batch.hpp"

#ifdef WARP_JUDGE_HAS_CUBLAS

#include <algorithm>
#include <limits>
#include <string>

namespace kernels {
namespace {

int checked(std::size_t size) {
  if (size > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw GpuCannotRun("matmul_batch_gpu_cublas: a size, stride or count of " + std::to_string(size) +
                       " exceeds cuBLAS's integer type; use gpu-register-tiles");
  }
  return static_cast<int>(size);
}

/// BLAS wants a stride of at least 1 even where a matrix has no columns.
int checked_stride(MatrixView<const float> matrix) {
  return checked(std::max({matrix.stride, matrix.columns, std::size_t{1}}));
}

}  // namespace

void matmul_batch_gpu_cublas(MatrixBatch<const float> a, MatrixBatch<const float> b, MatrixBatch<float> c,
                             GpuStream stream) {
  if (c.count == 0 || c.first.rows == 0 || c.first.columns == 0) return;
  const float one = 1, zero = 0;
  check_cublas(cublas().sgemm_strided_batched(
                   cublas_handle(stream), CUBLAS_OP_N, CUBLAS_OP_N, checked(c.first.columns),
                   checked(c.first.rows), checked(a.first.columns), &one, b.first.data,
                   checked_stride(b.first), static_cast<long long>(b.distance), a.first.data,
                   checked_stride(a.first), static_cast<long long>(a.distance), &zero, c.first.data,
                   checked_stride(c.first), static_cast<long long>(c.distance), checked(c.count)),
               "matmul_batch_gpu_cublas");
}

}  // namespace kernels

#endif
