#pragma once

#include "kernels/gpu/cublas.hpp"

#if defined(WARP_JUDGE_HAS_CUBLAS) && __has_include(<cublasLt.h>)
#define WARP_JUDGE_HAS_CUBLASLT

#include <cublasLt.h>

#include "kernels/common/matrix_view.hpp"

namespace kernels_bench {

/// A product of one shape by the algorithm of cuBLASLt that was the fastest of all that it suggests, each timed. In
/// float32's own arithmetic, as `gpu-cublas`: no TF32.
class BestCublasLt {
 public:
  using Input = kernels::MatrixView<const float>;
  using Output = kernels::MatrixView<float>;

  /// Times all suggested algorithms on these matrices: rows of float32, in device memory. Throws GpuError where the library
  /// suggests none.
  BestCublasLt(Input a, Input b, Output c);
  BestCublasLt(const BestCublasLt&) = delete;
  BestCublasLt& operator=(const BestCublasLt&) = delete;
  ~BestCublasLt();

  void operator()(Input a, Input b, Output c, cudaStream_t stream) const;

 private:
  cublasStatus_t multiply(Input a, Input b, Output c, const cublasLtMatmulAlgo_t& algorithm,
                          cudaStream_t stream) const;
  double seconds_of(Input a, Input b, Output c, const cublasLtMatmulAlgo_t& algorithm) const;

  cublasLtHandle_t handle_ = nullptr;
  cublasLtMatmulDesc_t product_ = nullptr;
  cublasLtMatrixLayout_t a_ = nullptr, b_ = nullptr, c_ = nullptr;
  cublasLtMatmulAlgo_t algorithm_{};
};

}  // namespace kernels_bench

#endif
