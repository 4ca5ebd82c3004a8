#pragma once

#include <chrono>

#include "kernels/common/gpu.hpp"
#include "kernels/gpu/stream.hpp"

namespace kernels {

/// The clock of one call of a host-level function. It waits for its stream at the end of every phase, so that
/// no phase is charged for another.
class GpuPhaseClock {
 public:
  /// Starts the CUDA context if this process has none yet.
  GpuPhaseClock();

  const Stream& stream() const { return stream_; }

  /// Adds the time since the end of the previous phase to `phase`. Throws GpuError if work in it failed.
  void end(std::int64_t GpuPhases::*phase);

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Stream stream_;
};

}  // namespace kernels
