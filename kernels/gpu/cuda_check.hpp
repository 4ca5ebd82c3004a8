#pragma once

#include <cuda_runtime_api.h>

#include <string>
#include <string_view>

#include "kernels/common/gpu.hpp"

namespace kernels {

/// Whether an error means that the GPU lacks something, rather than that a kernel or call of ours was wrong.
inline bool is_lack(cudaError_t error) {
  return error == cudaErrorMemoryAllocation || error == cudaErrorNoDevice ||
         error == cudaErrorInsufficientDriver || error == cudaErrorNoKernelImageForDevice ||
         error == cudaErrorDevicesUnavailable;
}

/// Throws GpuCannotRun or another GpuError unless `result` is success. `call` names the operation: "copy of A
/// to the GPU".
inline void check_cuda(cudaError_t result, std::string_view call) {
  if (result == cudaSuccess) return;
  cudaGetLastError();  // the next check must not see a recoverable error again
  const std::string message =
      std::string(call) + ": " + cudaGetErrorName(result) + " (" + cudaGetErrorString(result) + ")";
  if (is_lack(result)) throw GpuCannotRun(message);
  throw GpuError(message);
}

/// >>: throws>Checks after every <<<...>>>: throws>>>: throws GpuError when the launch was rejected. An error while the
/// kernel runs is reported by the next call that waits for it.
inline void check_launch(std::string_view kernel) {
  check_cuda(cudaGetLastError(), kernel);
}

}  // namespace kernels
