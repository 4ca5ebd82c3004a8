#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

#include "base/descriptor.hpp"
#include "runner/sandbox/run/isolation.hpp"

namespace runner {

/// The use of a GPU by one run, which has exclusive use of it (gpu_devices.hpp): whatever the GPU's memory
/// holds beyond what it held before is attributed to the run, including its CUDA context. The readings come
/// from a child process, gpu-memory-meter, whose program is in the same folder as the runner. Where runs
/// share the GPU, nothing is measured.
class GpuMemory {
 public:
  /// Waits for the GPU, and starts the child. Without a device it does nothing. To be created in the front,
  /// so that the child is not among the keeper's descendants. Throws Failure.
  GpuMemory(std::optional<int> device, bool shared);
  GpuMemory(const GpuMemory&) = delete;
  GpuMemory& operator=(const GpuMemory&) = delete;
  /// Ends the child.
  ~GpuMemory();

  /// Waits until it is known what the GPU's memory holds before the run, or records why that cannot be known.
  void begin(Isolation& isolation);

  /// Takes the readings that have arrived since the last call; never waits.
  void sample();

  /// Takes the last readings; records it if they stopped before the end.
  void end(Isolation& isolation);

  /// The most GPU memory that the run has used; nullopt when it was not measured to the end.
  std::optional<std::int64_t> peak_bytes() const;

 private:
  void read_available();

  base::Descriptor claim_;
  bool shared_ = false;
  base::Descriptor readings_;
  pid_t front_ = 0;
  pid_t meter_ = 0;
  std::string unread_;  ///< the beginning of a line, or why there are no more readings
  std::optional<std::int64_t> before_bytes_;
  std::int64_t most_bytes_ = 0;
  bool is_over_ = false;  ///< the child gives no more readings
};

}  // namespace runner
