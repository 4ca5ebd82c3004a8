#pragma once

#include "kernels/common/gpu.hpp"

#if defined(WARP_JUDGE_HAS_CUDA) && !defined(WARP_JUDGE_EMULATED_GPU) && __has_include(<cublas_v2.h>)
#define WARP_JUDGE_HAS_CUBLAS
#include <cublasXt.h>
#include <cublas_v2.h>

#include <string_view>

/// A table's entry: an expression if cuBLAS is built in, otherwise null; the row's `supported` then gives the
/// reason.
#define WARP_JUDGE_WITH_CUBLAS(expression) (expression)
#else
#define WARP_JUDGE_WITH_CUBLAS(expression) nullptr
#endif

namespace kernels {

/// Whether there is a GPU and cuBLAS can be loaded, which this function tries.
Support cublas_supported();

#ifdef WARP_JUDGE_HAS_CUBLAS

/// The cuBLAS functions that are used here, under the library's own types. The library, half a gigabyte, is
/// loaded at the first call of `cublas()`, so that programs which do not need it do not pay for it.
struct Cublas {
  decltype(&cublasCreate_v2) create;
  decltype(&cublasSetStream_v2) set_stream;
  decltype(&cublasGetStatusString) status_string;
  decltype(&cublasSgemm_v2) sgemm;
  decltype(&cublasDgemm_v2) dgemm;
  decltype(&cublasSgemmStridedBatched) sgemm_strided_batched;
  /// cublasGemmEx, written out as its header overloads it.
  cublasStatus_t (*gemm_ex)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int m, int n, int k,
                            const void* alpha, const void* a, cudaDataType, int lda, const void* b,
                            cudaDataType, int ldb, const void* beta, void* c, cudaDataType, int ldc,
                            cublasComputeType_t, cublasGemmAlgo_t);
  decltype(&cublasSgeam) sgeam;
  decltype(&cublasDgeam) dgeam;
  decltype(&cublasZgeam) zgeam;
  /// Functions for matrices in host memory.
  decltype(&cublasXtCreate) xt_create;
  decltype(&cublasXtDestroy) xt_destroy;
  decltype(&cublasXtDeviceSelect) xt_device_select;
  decltype(&cublasXtSetBlockDim) xt_set_block;
  decltype(&cublasXtSgemm) xt_sgemm;
  decltype(&cublasXtDgemm) xt_dgemm;
};

/// Throws GpuError if the library cannot be loaded.
const Cublas& cublas();

/// This thread's handle for the current GPU, set up for `stream`. Its math mode is the library's default, which computes
/// in the type's own arithmetic, without TF32. Pedantic mode computes the same float64 products, but slower.
cublasHandle_t cublas_handle(GpuStream stream);

/// Throws GpuError unless `status` is success. `call` names the operation.
void check_cublas(cublasStatus_t status, std::string_view call);

#endif

}  // namespace kernels
