#pragma once

#include "kernels/gpu/cuda_check.hpp"

namespace kernels {

/// Owns a CUDA event: a point in a stream that other streams can wait for. It records no time.
class Event {
 public:
  Event() { check_cuda(cudaEventCreateWithFlags(&handle_, cudaEventDisableTiming), "cudaEventCreate"); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { cudaEventDestroy(handle_); }

  /// Records the point after everything that `stream` has been given so far.
  void record(cudaStream_t stream) const { check_cuda(cudaEventRecord(handle_, stream), "cudaEventRecord"); }

  /// Makes the later work of `stream` wait for the point, if there is one.
  void hold(cudaStream_t stream) const {
    check_cuda(cudaStreamWaitEvent(stream, handle_, 0), "cudaStreamWaitEvent");
  }

  /// Waits for the point, if there is one; throws GpuError, which names `work`, if the work before it failed.
  void wait(std::string_view work) const { check_cuda(cudaEventSynchronize(handle_), work); }

 private:
  cudaEvent_t handle_ = nullptr;
};

}  // namespace kernels
