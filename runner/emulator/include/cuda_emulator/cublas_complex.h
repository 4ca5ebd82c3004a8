/// cuBLAS for complex numbers.
#pragma once

#include "../cuComplex.h"
#include "cublas_types.h"

// (letter, type, type and letter of its real numbers, letters of functions that return real numbers and of
// those that return an index)
#define CUDA_EMULATOR_BLAS(S, T, R, Rs, of_reals, s)                                                         \
  cublasStatus_t cublas##S##axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y,   \
                                 int incy);                                                                  \
  cublasStatus_t cublas##S##scal(cublasHandle_t handle, int n, const T* alpha, T* x, int incx);              \
  cublasStatus_t cublas##S##Rs##scal(cublasHandle_t handle, int n, const R* alpha, T* x, int incx);          \
  cublasStatus_t cublas##S##copy(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy);        \
  cublasStatus_t cublas##S##swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy);              \
  cublasStatus_t cublas##S##dotu(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy,   \
                                 T* result);                                                                 \
  cublasStatus_t cublas##S##dotc(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy,   \
                                 T* result);                                                                 \
  cublasStatus_t cublas##of_reals##nrm2(cublasHandle_t handle, int n, const T* x, int incx, R* result);      \
  cublasStatus_t cublas##of_reals##asum(cublasHandle_t handle, int n, const T* x, int incx, R* result);      \
  cublasStatus_t cublasI##s##amax(cublasHandle_t handle, int n, const T* x, int incx, int* result);          \
  cublasStatus_t cublasI##s##amin(cublasHandle_t handle, int n, const T* x, int incx, int* result);          \
  cublasStatus_t cublas##S##gemv(cublasHandle_t handle, cublasOperation_t op, int m, int n, const T* alpha,  \
                                 const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy);  \
  cublasStatus_t cublas##S##geru(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx,  \
                                 const T* y, int incy, T* a, int lda);                                       \
  cublasStatus_t cublas##S##gerc(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx,  \
                                 const T* y, int incy, T* a, int lda);                                       \
  cublasStatus_t cublas##S##gemm(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b,      \
                                 int m, int n, int k, const T* alpha, const T* a, int lda, const T* b,       \
                                 int ldb, const T* beta, T* c, int ldc);                                     \
  cublasStatus_t cublas##S##hemm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, \
                                 int n, const T* alpha, const T* a, int lda, const T* b, int ldb,            \
                                 const T* beta, T* c, int ldc);                                              \
  cublasStatus_t cublas##S##herk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n,  \
                                 int k, const R* alpha, const T* a, int lda, const R* beta, T* c, int ldc);  \
  cublasStatus_t cublas##S##trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,        \
                                 cublasOperation_t op, cublasDiagType_t diagonal, int m, int n,              \
                                 const T* alpha, const T* a, int lda, T* b, int ldb);
CUDA_EMULATOR_BLAS(C, cuComplex, float, s, Sc, c)
CUDA_EMULATOR_BLAS(Z, cuDoubleComplex, double, d, Dz, z)
#undef CUDA_EMULATOR_BLAS
