#include <cmath>

#include "runner/emulator/runtime/blas/operands.hpp"

using namespace cuda_emulator;

namespace {

template <class T>
int index_of_least(int n, const T* x, int incx) {
  int least = 0;
  for (int i = 1; i < n; ++i) {
    if (std::abs(x[i * incx]) < std::abs(x[least * incx])) least = i;
  }
  return n > 0 ? least + 1 : 0;
}

/// C = alpha op(A) + beta op(B); C may be A or B if that matrix is not transposed.
template <class T>
void add_matrices(cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, T alpha, const T* a, int lda,
                  T beta, const T* b, int ldb, T* c, int ldc) {
  const auto element = [](const T* matrix, cublasOperation_t op, int leading, int row, int column) {
    return op == CUBLAS_OP_N ? matrix[row + std::ptrdiff_t{column} * leading]
                             : matrix[column + std::ptrdiff_t{row} * leading];
  };
  for (int column = 0; column < n; ++column) {
    for (int row = 0; row < m; ++row) {
      T sum = 0;
      if (alpha != 0) sum += alpha * element(a, op_a, lda, row, column);
      if (beta != 0) sum += beta * element(b, op_b, ldb, row, column);
      c[row + std::ptrdiff_t{column} * ldc] = sum;
    }
  }
}

}  // namespace

// Of all types.
#define BLAS(S, T, s)                                                                                        \
  cublasStatus_t cublas##S##axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y,   \
                                 int incy) {                                                                 \
    return with(                                                                                             \
        handle, [=] { cblas_##s##axpy(n, factor(alpha), x, incx, y, incy); }, vector(x, n, incx),            \
        vector(y, n, incy));                                                                                 \
  }                                                                                                          \
  cublasStatus_t cublas##S##scal(cublasHandle_t handle, int n, const T* alpha, T* x, int incx) {             \
    return with(handle, [=] { cblas_##s##scal(n, factor(alpha), x, incx); }, vector(x, n, incx));            \
  }                                                                                                          \
  cublasStatus_t cublas##S##copy(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy) {       \
    return with(                                                                                             \
        handle, [=] { cblas_##s##copy(n, x, incx, y, incy); }, vector(x, n, incx), vector(y, n, incy));      \
  }                                                                                                          \
  cublasStatus_t cublas##S##swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy) {             \
    return with(                                                                                             \
        handle, [=] { cblas_##s##swap(n, x, incx, y, incy); }, vector(x, n, incx), vector(y, n, incy));      \
  }                                                                                                          \
  cublasStatus_t cublasI##s##amax(cublasHandle_t handle, int n, const T* x, int incx, int* result) {         \
    return with(                                                                                             \
        handle, [=] { *result = n > 0 ? static_cast<int>(cblas_i##s##amax(n, x, incx)) + 1 : 0; },           \
        vector(x, n, incx));                                                                                 \
  }                                                                                                          \
  cublasStatus_t cublas##S##gemv(cublasHandle_t handle, cublasOperation_t op, int m, int n, const T* alpha,  \
                                 const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy) { \
    const bool plain = op == CUBLAS_OP_N;                                                                    \
    return with(                                                                                             \
        handle,                                                                                              \
        [=] {                                                                                                \
          cblas_##s##gemv(CblasColMajor, to_blas(op), m, n, factor(alpha), a, lda, x, incx, factor(beta), y, \
                          incy);                                                                             \
        },                                                                                                   \
        matrix(a, m, n, lda), vector(x, plain ? n : m, incx), vector(y, plain ? m : n, incy));               \
  }                                                                                                          \
  cublasStatus_t cublas##S##gemm(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b,      \
                                 int m, int n, int k, const T* alpha, const T* a, int lda, const T* b,       \
                                 int ldb, const T* beta, T* c, int ldc) {                                    \
    return with(                                                                                             \
        handle,                                                                                              \
        [=] {                                                                                                \
          cblas_##s##gemm(CblasColMajor, to_blas(op_a), to_blas(op_b), m, n, k, factor(alpha), a, lda, b,    \
                          ldb, factor(beta), c, ldc);                                                        \
        },                                                                                                   \
        operand(a, op_a, m, k, lda), operand(b, op_b, k, n, ldb), matrix(c, m, n, ldc));                     \
  }                                                                                                          \
  cublasStatus_t cublas##S##trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,        \
                                 cublasOperation_t op, cublasDiagType_t diagonal, int m, int n,              \
                                 const T* alpha, const T* a, int lda, T* b, int ldb) {                       \
    const int order = side == CUBLAS_SIDE_LEFT ? m : n;                                                      \
    return with(                                                                                             \
        handle,                                                                                              \
        [=] {                                                                                                \
          cblas_##s##trsm(CblasColMajor, to_blas(side), to_blas(fill), to_blas(op), to_blas(diagonal), m, n, \
                          factor(alpha), a, lda, b, ldb);                                                    \
        },                                                                                                   \
        matrix(a, order, order, lda), matrix(b, m, n, ldb));                                                 \
  }

BLAS(S, float, s)
BLAS(D, double, d)
BLAS(C, cuComplex, c)
BLAS(Z, cuDoubleComplex, z)
#undef BLAS

// Operations on real numbers; complex.cpp has their complex counterparts.
#define BLAS(S, T, s)                                                                                        \
  cublasStatus_t cublas##S##dot(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy,    \
                                T* result) {                                                                 \
    return with(                                                                                             \
        handle, [=] { *result = cblas_##s##dot(n, x, incx, y, incy); }, vector(x, n, incx),                  \
        vector(y, n, incy));                                                                                 \
  }                                                                                                          \
  cublasStatus_t cublas##S##nrm2(cublasHandle_t handle, int n, const T* x, int incx, T* result) {            \
    return with(handle, [=] { *result = cblas_##s##nrm2(n, x, incx); }, vector(x, n, incx));                 \
  }                                                                                                          \
  cublasStatus_t cublas##S##asum(cublasHandle_t handle, int n, const T* x, int incx, T* result) {            \
    return with(handle, [=] { *result = cblas_##s##asum(n, x, incx); }, vector(x, n, incx));                 \
  }                                                                                                          \
  cublasStatus_t cublasI##s##amin(cublasHandle_t handle, int n, const T* x, int incx, int* result) {         \
    return with(handle, [=] { *result = index_of_least(n, x, incx); }, vector(x, n, incx));                  \
  }                                                                                                          \
  cublasStatus_t cublas##S##ger(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx,   \
                                const T* y, int incy, T* a, int lda) {                                       \
    return with(                                                                                             \
        handle, [=] { cblas_##s##ger(CblasColMajor, m, n, *alpha, x, incx, y, incy, a, lda); },              \
        vector(x, m, incx), vector(y, n, incy), matrix(a, m, n, lda));                                       \
  }                                                                                                          \
  cublasStatus_t cublas##S##geam(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b,      \
                                 int m, int n, const T* alpha, const T* a, int lda, const T* beta,           \
                                 const T* b, int ldb, T* c, int ldc) {                                       \
    const DeviceAccess access; /* the factors may lie there */                                               \
    const bool uses_a = *alpha != 0, uses_b = *beta != 0;                                                    \
    return with(                                                                                             \
        handle, [=] { add_matrices(op_a, op_b, m, n, *alpha, a, lda, *beta, b, ldb, c, ldc); },              \
        operand(a, op_a, uses_a ? m : 0, n, lda), operand(b, op_b, uses_b ? m : 0, n, ldb),                  \
        matrix(c, m, n, ldc));                                                                               \
  }                                                                                                          \
  cublasStatus_t cublas##S##syrk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n,  \
                                 int k, const T* alpha, const T* a, int lda, const T* beta, T* c, int ldc) { \
    return with(                                                                                             \
        handle,                                                                                              \
        [=] {                                                                                                \
          cblas_##s##syrk(CblasColMajor, to_blas(fill), to_blas(op), n, k, *alpha, a, lda, *beta, c, ldc);   \
        },                                                                                                   \
        operand(a, op, n, k, lda), matrix(c, n, n, ldc));                                                    \
  }

BLAS(S, float, s)
BLAS(D, double, d)
#undef BLAS
