#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <utility>

#include "kernels/common/gpu.hpp"

namespace problems {

/// Starts the GPU in a separate thread while the first input is read. This happens once per process, so a
/// batch pays for it once. A program that ends before the start is complete, for example because of malformed
/// input, does not wait for it.
class GpuStart {
 public:
  /// `start` starts the GPU, or replaces that in a test.
  explicit GpuStart(bool wanted, std::function<void()> start = kernels::gpu_warm_up)
      : start_(std::move(start)) {
    if (wanted) begin();
  }
  GpuStart(const GpuStart&) = delete;
  GpuStart& operator=(const GpuStart&) = delete;
  ~GpuStart();

  /// Does nothing if the start has begun.
  void begin();

  /// Whether it has been waited for, so that no later input pays for it.
  bool is_over() const { return begun_ && !started_.valid(); }

  /// Waits, on the first call. The time since that call counts as start-up for the current input, and the
  /// time before it is reported as hidden.
  void wait(std::chrono::steady_clock::time_point begin);

 private:
  std::function<void()> start_;
  bool begun_ = false;
  std::future<std::chrono::steady_clock::duration> started_;  ///< how long it took
};

}  // namespace problems
