#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <utility>

#include "kernels/common/gpu.hpp"

namespace problems {

/// The start-up of the GPU on a thread of its own, beside the reading of the first input. It happens once per process: a
/// batch pays for it once. A program that ends before it is complete, as after malformed input, does not wait for it.
class GpuStart {
 public:
  /// `start` is what starts it, or what stands in for that in a test.
  explicit GpuStart(bool wanted, std::function<void()> start = kernels::gpu_warm_up)
      : start_(std::move(start)) {
    if (wanted) begin();
  }
  GpuStart(const GpuStart&) = delete;
  GpuStart& operator=(const GpuStart&) = delete;
  ~GpuStart();

  /// Does nothing if it has begun.
  void begin();

  /// Whether it has been waited for: no later input pays for it.
  bool is_over() const { return begun_ && !started_.valid(); }

  /// Waits, the first time; the time since `begin` is then start-up of the input at hand, and what came before is told as
  /// hidden.
  void wait(std::chrono::steady_clock::time_point begin);

 private:
  std::function<void()> start_;
  bool begun_ = false;
  std::future<std::chrono::steady_clock::duration> started_;  ///< how long it took
};

}  // namespace problems
