/// cuBLAS operations on batches of matrices.
#pragma once

#include "../cuComplex.h"
#include "cublas_types.h"

#define CUDA_EMULATOR_BLAS(S, T)                                                                        \
  cublasStatus_t cublas##S##gemmStridedBatched(                                                         \
      cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,       \
      const T* alpha, const T* a, int lda, long long stride_a, const T* b, int ldb, long long stride_b, \
      const T* beta, T* c, int ldc, long long stride_c, int count);                                     \
  /* Arrays of pointers, which lie on the device as the matrices do. */                                 \
  cublasStatus_t cublas##S##gemmBatched(cublasHandle_t handle, cublasOperation_t op_a,                  \
                                        cublasOperation_t op_b, int m, int n, int k, const T* alpha,    \
                                        const T* const a[], int lda, const T* const b[], int ldb,       \
                                        const T* beta, T* const c[], int ldc, int count);
CUDA_EMULATOR_BLAS(S, float)
CUDA_EMULATOR_BLAS(D, double)
CUDA_EMULATOR_BLAS(C, cuComplex)
CUDA_EMULATOR_BLAS(Z, cuDoubleComplex)
#undef CUDA_EMULATOR_BLAS

// Systems of equations. The factors of A = P L U replace A; rows are not exchanged if `pivots` is null. Each
// matrix's `info` is 0, or the number of the column with only zeros.
#define CUDA_EMULATOR_BLAS(S, T)                                                                           \
  cublasStatus_t cublas##S##getrfBatched(cublasHandle_t handle, int n, T* const a[], int lda, int* pivots, \
                                         int* info, int count);                                            \
  cublasStatus_t cublas##S##getrsBatched(cublasHandle_t handle, cublasOperation_t op, int n, int columns,  \
                                         const T* const a[], int lda, const int* pivots, T* const b[],     \
                                         int ldb, int* info, int count);                                   \
  cublasStatus_t cublas##S##getriBatched(cublasHandle_t handle, int n, const T* const a[], int lda,        \
                                         const int* pivots, T* const inverse[], int ld_inverse, int* info, \
                                         int count);                                                       \
  cublasStatus_t cublas##S##matinvBatched(cublasHandle_t handle, int n, const T* const a[], int lda,       \
                                          T* const inverse[], int ld_inverse, int* info, int count);
CUDA_EMULATOR_BLAS(S, float)
CUDA_EMULATOR_BLAS(D, double)
#undef CUDA_EMULATOR_BLAS
