#pragma once

#include <utility>

#include "kernels/gpu/cuda_check.hpp"

namespace kernels {

/// Owns a CUDA stream that does not wait for the default stream.
class Stream {
 public:
  Stream() { check_cuda(cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking), "cudaStreamCreate"); }
  Stream(Stream&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Stream& operator=(Stream&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Stream() {
    if (handle_ != nullptr) cudaStreamDestroy(handle_);
  }

  operator cudaStream_t() const { return handle_; }

  /// Waits for all work; throws GpuError, which names `work`, if it failed.
  void wait(std::string_view work) const { check_cuda(cudaStreamSynchronize(handle_), work); }

 private:
  cudaStream_t handle_ = nullptr;
};

}  // namespace kernels
