/// cuBLAS on top of OpenBLAS: levels 1 to 3. Matrices are column-major.
#pragma once

#define CUBLAS_API_H_
#define CUBLAS_V2_H_

#include "cuComplex.h"
#include "cuda_emulator/cublas_types.h"
#include "cuda_fp16.h"
#include "cuda_runtime_api.h"

CUDA_EMULATOR_API_BEGIN

#include "cuda_emulator/cublas_batches.h"
#include "cuda_emulator/cublas_complex.h"
#include "cuda_emulator/cublas_structured.h"

cublasStatus_t cublasCreate(cublasHandle_t* handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
const char* cublasGetStatusName(cublasStatus_t status);
const char* cublasGetStatusString(cublasStatus_t status);

// Copies elements of `bytes` between the host and the device.
cublasStatus_t cublasSetVector(int n, int bytes, const void* x, int incx, void* y, int incy);
cublasStatus_t cublasGetVector(int n, int bytes, const void* x, int incx, void* y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void* a, int lda, void* b, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void* a, int lda, void* b, int ldb);

// (letter, type, the letters of the functions that give an index)
#define CUDA_EMULATOR_BLAS(S, T, s)                                                                         \
  cublasStatus_t cublas##S##axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y,  \
                                 int incy);                                                                 \
  cublasStatus_t cublas##S##scal(cublasHandle_t handle, int n, const T* alpha, T* x, int incx);             \
  cublasStatus_t cublas##S##copy(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy);       \
  cublasStatus_t cublas##S##swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy);             \
  cublasStatus_t cublas##S##dot(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy,   \
                                T* result);                                                                 \
  cublasStatus_t cublas##S##nrm2(cublasHandle_t handle, int n, const T* x, int incx, T* result);            \
  cublasStatus_t cublas##S##asum(cublasHandle_t handle, int n, const T* x, int incx, T* result);            \
  cublasStatus_t cublasI##s##amax(cublasHandle_t handle, int n, const T* x, int incx, int* result);         \
  cublasStatus_t cublasI##s##amin(cublasHandle_t handle, int n, const T* x, int incx, int* result);         \
  cublasStatus_t cublas##S##gemv(cublasHandle_t handle, cublasOperation_t op, int m, int n, const T* alpha, \
                                 const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy); \
  cublasStatus_t cublas##S##ger(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx,  \
                                const T* y, int incy, T* a, int lda);                                       \
  cublasStatus_t cublas##S##gemm(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b,     \
                                 int m, int n, int k, const T* alpha, const T* a, int lda, const T* b,      \
                                 int ldb, const T* beta, T* c, int ldc);                                    \
  cublasStatus_t cublas##S##geam(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b,     \
                                 int m, int n, const T* alpha, const T* a, int lda, const T* beta,          \
                                 const T* b, int ldb, T* c, int ldc);                                       \
  cublasStatus_t cublas##S##syrk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, \
                                 int k, const T* alpha, const T* a, int lda, const T* beta, T* c, int ldc); \
  cublasStatus_t cublas##S##trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,       \
                                 cublasOperation_t op, cublasDiagType_t diagonal, int m, int n,             \
                                 const T* alpha, const T* a, int lda, T* b, int ldb);
CUDA_EMULATOR_BLAS(S, float, s)
CUDA_EMULATOR_BLAS(D, double, d)
#undef CUDA_EMULATOR_BLAS

/// Multiplies half matrices and accumulates in float.
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m,
                           int n, int k, const __half* alpha, const __half* a, int lda, const __half* b,
                           int ldb, const __half* beta, __half* c, int ldc);
/// Multiplies matrices of half, float or double, and accumulates in float or double; other types are not
/// supported.
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m,
                            int n, int k, const void* alpha, const void* a, cudaDataType_t type_a, int lda,
                            const void* b, cudaDataType_t type_b, int ldb, const void* beta, void* c,
                            cudaDataType_t type_c, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t algorithm);
/// The form before CUDA 11, in which a data type says how to compute.
inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b,
                                   int m, int n, int k, const void* alpha, const void* a,
                                   cudaDataType_t type_a, int lda, const void* b, cudaDataType_t type_b,
                                   int ldb, const void* beta, void* c, cudaDataType_t type_c, int ldc,
                                   cudaDataType_t type_of_sums, cublasGemmAlgo_t algorithm) {
  if (type_of_sums != CUDA_R_16F && type_of_sums != CUDA_R_32F && type_of_sums != CUDA_R_64F)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const cublasComputeType_t compute = type_of_sums == CUDA_R_16F   ? CUBLAS_COMPUTE_16F
                                      : type_of_sums == CUDA_R_32F ? CUBLAS_COMPUTE_32F
                                                                   : CUBLAS_COMPUTE_64F;
  return cublasGemmEx(handle, op_a, op_b, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta, c, type_c,
                      ldc, compute, algorithm);
}

CUDA_EMULATOR_API_END
