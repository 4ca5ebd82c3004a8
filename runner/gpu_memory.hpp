#pragma once

#include <cstdint>
#include <optional>

#include "runner/descriptor.hpp"

namespace runner {

/// The use of a GPU by one run: it has the GPU for itself (gpu_devices.hpp), so that whatever the GPU's
/// memory holds beyond what it held before is the run's, its CUDA context included.
class GpuMemory {
 public:
  /// Waits for the GPU, and notes what its memory holds now. Without a device it does nothing. Throws
  /// Failure.
  explicit GpuMemory(std::optional<int> device);
  GpuMemory(const GpuMemory&) = delete;
  GpuMemory& operator=(const GpuMemory&) = delete;
  ~GpuMemory();

  void sample();
  std::int64_t peak_bytes() const { return peak_bytes_; }

 private:
  Descriptor claim_;
  Descriptor readings_;  ///< from the helper program gpu-memory: one 64-bit number of bytes after the other
  std::optional<std::int64_t> before_bytes_;
  std::int64_t peak_bytes_ = 0;
  int helper_ = 0;
};

}  // namespace runner
