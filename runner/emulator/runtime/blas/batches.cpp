#include "runner/emulator/runtime/blas/operands.hpp"

using namespace cuda_emulator;

namespace {

/// Calls `operation(i)` for each of `count` matrices until one fails; `pointers` are the arrays in device
/// memory.
template <class Operation, class... Pointers>
cublasStatus_t for_each(cublasHandle_t handle, int count, Operation operation, const Pointers*... pointers) {
  cublasStatus_t status = check(handle, vector(pointers, count, 1)...);
  const DeviceAccess access;
  for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; ++i) status = operation(i);
  return status;
}

}  // namespace

#define BLAS(S, T)                                                                                           \
  cublasStatus_t cublas##S##gemmStridedBatched(                                                              \
      cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,            \
      const T* alpha, const T* a, int lda, long long stride_a, const T* b, int ldb, long long stride_b,      \
      const T* beta, T* c, int ldc, long long stride_c, int count) {                                         \
    return for_each(handle, count, [=](int i) {                                                              \
      return cublas##S##gemm(handle, op_a, op_b, m, n, k, alpha, a + i * stride_a, lda, b + i * stride_b,    \
                             ldb, beta, c + i * stride_c, ldc);                                              \
    });                                                                                                      \
  }                                                                                                          \
  cublasStatus_t cublas##S##gemmBatched(cublasHandle_t handle, cublasOperation_t op_a,                       \
                                        cublasOperation_t op_b, int m, int n, int k, const T* alpha,         \
                                        const T* const a[], int lda, const T* const b[], int ldb,            \
                                        const T* beta, T* const c[], int ldc, int count) {                   \
    return for_each(                                                                                         \
        handle, count,                                                                                       \
        [=](int i) {                                                                                         \
          return cublas##S##gemm(handle, op_a, op_b, m, n, k, alpha, a[i], lda, b[i], ldb, beta, c[i], ldc); \
        },                                                                                                   \
        a, b, c);                                                                                            \
  }
BLAS(S, float)
BLAS(D, double)
BLAS(C, cuComplex)
BLAS(Z, cuDoubleComplex)
#undef BLAS
