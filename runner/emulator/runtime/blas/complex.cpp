// Defines what cuBLAS has only for complex numbers, or under other names; operations.cpp has the rest.
#include <cmath>

#include "runner/emulator/runtime/blas/operands.hpp"

using namespace cuda_emulator;

namespace {

template <class T>
int index_of_least_complex(int n, const T* x, int incx) {
  const auto size = [=](int i) { return std::abs(x[i * incx].x) + std::abs(x[i * incx].y); };
  int least = 0;
  for (int i = 1; i < n; ++i) {
    if (size(i) < size(least)) least = i;
  }
  return n > 0 ? least + 1 : 0;
}

}  // namespace

#define BLAS(S, T, R, Rs, of_reals, reals, s)                                                                \
  cublasStatus_t cublas##S##Rs##scal(cublasHandle_t handle, int n, const R* alpha, T* x, int incx) {         \
    return with(handle, [=] { cblas_##s##Rs##scal(n, *alpha, x, incx); }, vector(x, n, incx));               \
  }                                                                                                          \
  cublasStatus_t cublas##S##dotu(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy,   \
                                 T* result) {                                                                \
    return with(                                                                                             \
        handle, [=] { cblas_##s##dotu_sub(n, x, incx, y, incy, result); }, vector(x, n, incx),               \
        vector(y, n, incy));                                                                                 \
  }                                                                                                          \
  cublasStatus_t cublas##S##dotc(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy,   \
                                 T* result) {                                                                \
    return with(                                                                                             \
        handle, [=] { cblas_##s##dotc_sub(n, x, incx, y, incy, result); }, vector(x, n, incx),               \
        vector(y, n, incy));                                                                                 \
  }                                                                                                          \
  cublasStatus_t cublas##of_reals##nrm2(cublasHandle_t handle, int n, const T* x, int incx, R* result) {     \
    return with(handle, [=] { *result = cblas_##reals##nrm2(n, x, incx); }, vector(x, n, incx));             \
  }                                                                                                          \
  cublasStatus_t cublas##of_reals##asum(cublasHandle_t handle, int n, const T* x, int incx, R* result) {     \
    return with(handle, [=] { *result = cblas_##reals##asum(n, x, incx); }, vector(x, n, incx));             \
  }                                                                                                          \
  cublasStatus_t cublasI##s##amin(cublasHandle_t handle, int n, const T* x, int incx, int* result) {         \
    return with(handle, [=] { *result = index_of_least_complex(n, x, incx); }, vector(x, n, incx));          \
  }                                                                                                          \
  cublasStatus_t cublas##S##geru(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx,  \
                                 const T* y, int incy, T* a, int lda) {                                      \
    return with(                                                                                             \
        handle, [=] { cblas_##s##geru(CblasColMajor, m, n, alpha, x, incx, y, incy, a, lda); },              \
        vector(x, m, incx), vector(y, n, incy), matrix(a, m, n, lda));                                       \
  }                                                                                                          \
  cublasStatus_t cublas##S##gerc(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx,  \
                                 const T* y, int incy, T* a, int lda) {                                      \
    return with(                                                                                             \
        handle, [=] { cblas_##s##gerc(CblasColMajor, m, n, alpha, x, incx, y, incy, a, lda); },              \
        vector(x, m, incx), vector(y, n, incy), matrix(a, m, n, lda));                                       \
  }                                                                                                          \
  cublasStatus_t cublas##S##hemm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, \
                                 int n, const T* alpha, const T* a, int lda, const T* b, int ldb,            \
                                 const T* beta, T* c, int ldc) {                                             \
    const int order = side == CUBLAS_SIDE_LEFT ? m : n;                                                      \
    return with(                                                                                             \
        handle,                                                                                              \
        [=] {                                                                                                \
          cblas_##s##hemm(CblasColMajor, to_blas(side), to_blas(fill), m, n, alpha, a, lda, b, ldb, beta, c, \
                          ldc);                                                                              \
        },                                                                                                   \
        matrix(a, order, order, lda), matrix(b, m, n, ldb), matrix(c, m, n, ldc));                           \
  }                                                                                                          \
  cublasStatus_t cublas##S##herk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n,  \
                                 int k, const R* alpha, const T* a, int lda, const R* beta, T* c, int ldc) { \
    return with(                                                                                             \
        handle,                                                                                              \
        [=] {                                                                                                \
          cblas_##s##herk(CblasColMajor, to_blas(fill), to_blas(op), n, k, *alpha, a, lda, *beta, c, ldc);   \
        },                                                                                                   \
        operand(a, op, n, k, lda), matrix(c, n, n, ldc));                                                    \
  }

BLAS(C, cuComplex, float, s, Sc, sc, c)
BLAS(Z, cuDoubleComplex, double, d, Dz, dz, z)
#undef BLAS
