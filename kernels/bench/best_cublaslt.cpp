#include "kernels/bench/best_cublaslt.hpp"

#ifdef WARP_JUDGE_HAS_CUBLASLT

#include <algorithm>
#include <limits>
#include <vector>

#include "kernels/bench/gpu_timing.hpp"
#include "kernels/gpu/stream.hpp"

namespace kernels_bench {
namespace {

constexpr int most_algorithms = 256;                            ///< it suggests fewer
constexpr std::size_t workspace_bytes = std::size_t{64} << 20;  ///< more than cuBLAS itself takes on Hopper
constexpr int most_timed_calls = 5;
constexpr double enough_seconds = 0.01;  ///< of timed calls

/// A matrix by rows is its transpose by columns, which is how the library sees it.
template <class T>
cublasLtMatrixLayout_t layout_of(kernels::MatrixView<T> view) {
  cublasLtMatrixLayout_t layout = nullptr;
  kernels::check_cublas(cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, view.columns, view.rows,
                                                   static_cast<std::int64_t>(view.stride)),
                        "cublasLtMatrixLayoutCreate");
  return layout;
}

}  // namespace

BestCublasLt::BestCublasLt(Input a, Input b, Output c) {
  kernels::check_cublas(cublasLtCreate(&handle_), "cublasLtCreate");
  kernels::check_cublas(cublasLtMatmulDescCreate(&product_, CUBLAS_COMPUTE_32F, CUDA_R_32F),
                        "cublasLtMatmulDescCreate");
  a_ = layout_of(a);
  b_ = layout_of(b);
  c_ = layout_of(c);
  cublasLtMatmulPreference_t preference = nullptr;
  kernels::check_cublas(cublasLtMatmulPreferenceCreate(&preference), "cublasLtMatmulPreferenceCreate");
  kernels::check_cublas(
      cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                           &workspace_bytes, sizeof workspace_bytes),
      "size of cuBLASLt's workspace");
  std::vector<cublasLtMatmulHeuristicResult_t> suggested(most_algorithms);
  int count = 0;
  const cublasStatus_t asked = cublasLtMatmulAlgoGetHeuristic(handle_, product_, b_, a_, c_, c_, preference,
                                                              most_algorithms, suggested.data(), &count);
  cublasLtMatmulPreferenceDestroy(preference);
  kernels::check_cublas(asked, "cublasLtMatmulAlgoGetHeuristic");
  suggested.resize(static_cast<std::size_t>(count));
  double best_seconds = std::numeric_limits<double>::infinity();
  for (const auto& suggestion : suggested) {
    if (suggestion.state != CUBLAS_STATUS_SUCCESS) continue;
    const double seconds = seconds_of(a, b, c, suggestion.algo);
    if (seconds < best_seconds) {
      best_seconds = seconds;
      algorithm_ = suggestion.algo;
    }
  }
  if (best_seconds == std::numeric_limits<double>::infinity())
    throw kernels::GpuError("cuBLASLt suggests no algorithm for this product");
}

BestCublasLt::~BestCublasLt() {
  cublasLtMatrixLayoutDestroy(a_);
  cublasLtMatrixLayoutDestroy(b_);
  cublasLtMatrixLayoutDestroy(c_);
  cublasLtMatmulDescDestroy(product_);
  cublasLtDestroy(handle_);
}

cublasStatus_t BestCublasLt::multiply(Input a, Input b, Output c, const cublasLtMatmulAlgo_t& algorithm,
                                      cudaStream_t stream) const {
  const float one = 1, zero = 0;
  return cublasLtMatmul(handle_, product_, &one, b.data, b_, a.data, a_, &zero, c.data, c_, c.data, c_,
                        &algorithm, memory_of_all_rows(workspace_bytes), workspace_bytes, stream);
}

/// The best of a few calls; infinity where the algorithm cannot run.
double BestCublasLt::seconds_of(Input a, Input b, Output c, const cublasLtMatmulAlgo_t& algorithm) const {
  const kernels::Stream stream;
  double best = std::numeric_limits<double>::infinity();
  if (multiply(a, b, c, algorithm, stream) != CUBLAS_STATUS_SUCCESS) {  // the first call loads the kernel
    cudaGetLastError();
    return best;
  }
  double all = 0;
  for (int call = 0; call < most_timed_calls && all < enough_seconds; ++call) {
    const TimingEvent begin, end;
    begin.record(stream);
    if (multiply(a, b, c, algorithm, stream) != CUBLAS_STATUS_SUCCESS)
      return std::numeric_limits<double>::infinity();
    end.record(stream);
    const double seconds = end.seconds_since(begin);
    best = std::min(best, seconds);
    all += seconds;
  }
  return best;
}

void BestCublasLt::operator()(Input a, Input b, Output c, cudaStream_t stream) const {
  kernels::check_cublas(multiply(a, b, c, algorithm_, stream), "cublasLtMatmul");
}

}  // namespace kernels_bench

#endif
