/// cuBLAS: rotations, and products with symmetric, triangular, banded and diagonal matrices.
#pragma once

#include "cublas_types.h"

#define CUDA_EMULATOR_BLAS(S, T)                                                                             \
  cublasStatus_t cublas##S##rot(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const T* c,    \
                                const T* s);                                                                 \
  cublasStatus_t cublas##S##rotg(cublasHandle_t handle, T* a, T* b, T* c, T* s);                             \
  cublasStatus_t cublas##S##symv(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha,        \
                                 const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy);  \
  cublasStatus_t cublas##S##gbmv(cublasHandle_t handle, cublasOperation_t op, int m, int n, int lower,       \
                                 int upper, const T* alpha, const T* a, int lda, const T* x, int incx,       \
                                 const T* beta, T* y, int incy);                                             \
  cublasStatus_t cublas##S##trmv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,         \
                                 cublasDiagType_t diagonal, int n, const T* a, int lda, T* x, int incx);     \
  cublasStatus_t cublas##S##trsv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,         \
                                 cublasDiagType_t diagonal, int n, const T* a, int lda, T* x, int incx);     \
  cublasStatus_t cublas##S##syr(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha,         \
                                const T* x, int incx, T* a, int lda);                                        \
  cublasStatus_t cublas##S##syr2(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha,        \
                                 const T* x, int incx, const T* y, int incy, T* a, int lda);                 \
  cublasStatus_t cublas##S##symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, \
                                 int n, const T* alpha, const T* a, int lda, const T* b, int ldb,            \
                                 const T* beta, T* c, int ldc);                                              \
  cublasStatus_t cublas##S##syr2k(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, \
                                  int k, const T* alpha, const T* a, int lda, const T* b, int ldb,           \
                                  const T* beta, T* c, int ldc);                                             \
  /* C = alpha op(A) B, or with A on the right; C may be B. */                                               \
  cublasStatus_t cublas##S##trmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,        \
                                 cublasOperation_t op, cublasDiagType_t diagonal, int m, int n,              \
                                 const T* alpha, const T* a, int lda, const T* b, int ldb, T* c, int ldc);   \
  /* C = diag(x) A, or with the diagonal matrix on the right. */                                             \
  cublasStatus_t cublas##S##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T* a,     \
                                 int lda, const T* x, int incx, T* c, int ldc);
CUDA_EMULATOR_BLAS(S, float)
CUDA_EMULATOR_BLAS(D, double)
#undef CUDA_EMULATOR_BLAS
