#pragma once

#include <chrono>
#include <future>

#include "kernels/common/gpu.hpp"

namespace problems {

/// The start-up of the GPU, which runs while the first input is read. It happens once per process: a batch
/// pays for it once.
class GpuStart {
 public:
  explicit GpuStart(bool wanted) {
    if (wanted) started_ = std::async(std::launch::async, kernels::gpu_warm_up);
  }

  /// Waits, the first time; the time since `begin` is then start-up of the input at hand.
  void wait(std::chrono::steady_clock::time_point begin) {
    if (!started_.valid()) return;
    started_.get();
    kernels::gpu_phases().start_up_ns +=
        std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
  }

 private:
  std::future<void> started_;
};

}  // namespace problems
