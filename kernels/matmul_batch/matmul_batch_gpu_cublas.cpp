// cublasSgemmStridedBatched, the figure to compare the other GPU variants with. As in matmul_gpu_cublas.cpp it sees the
// transposes, and c' = b' a', and computes in IEEE 754's float32.

#include "kernels/gpu/cublas.hpp"
#include "kernels/matmul/cublas_sizes.hpp"
#include "kernels/matmul_batch/matmul_batch.hpp"

#ifdef WARP_JUDGE_HAS_CUBLAS

namespace kernels {
namespace {

constexpr std::string_view technique = "matmul_batch_gpu_cublas";

int checked(std::size_t size) {
  return size_for_cublas(size, technique);
}

}  // namespace

void matmul_batch_gpu_cublas(MatrixBatch<const float> a, MatrixBatch<const float> b, MatrixBatch<float> c,
                             GpuStream stream) {
  if (c.count == 0 || c.first.rows == 0 || c.first.columns == 0) return;
  const float one = 1, zero = 0;
  check_cublas(
      cublas().sgemm_strided_batched(
          cublas_handle(stream), CUBLAS_OP_N, CUBLAS_OP_N, checked(c.first.columns), checked(c.first.rows),
          checked(a.first.columns), &one, b.first.data, stride_for_cublas(b.first, technique),
          static_cast<long long>(b.distance), a.first.data, stride_for_cublas(a.first, technique),
          static_cast<long long>(a.distance), &zero, c.first.data, stride_for_cublas(c.first, technique),
          static_cast<long long>(c.distance), checked(c.count)),
      "matmul_batch_gpu_cublas");
}

}  // namespace kernels

#endif
