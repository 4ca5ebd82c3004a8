#pragma once

#include <cstddef>

#include "kernels/gpu/device_buffer.hpp"

namespace kernels {

/// Device memory that GPU reductions need besides their
/// input; created once, then used by any number of calls.
class ReductionWorkspace {
 public:
  static constexpr std::size_t partials_bytes = std::size_t{1} << 20;

  /// The memory is made ready in `stream`: the first call that uses it comes after that.
  explicit ReductionWorkspace(GpuStream stream) : memory_(counter_bytes + partials_bytes) {
    check_cuda(cudaMemsetAsync(memory_.data(), 0, counter_bytes, stream), "reduction workspace");
  }

  /// How many blocks of a launch are done; 0 whenever no reduction runs.
  unsigned* blocks_done() { return reinterpret_cast<unsigned*>(memory_.data()); }

  /// `partials_bytes` bytes, aligned to 256, with anything in them.
  std::byte* partials() { return memory_.data() + counter_bytes; }

 private:
  static constexpr std::size_t counter_bytes = 256;
  DeviceBuffer<std::byte> memory_;
};

}  // namespace kernels
