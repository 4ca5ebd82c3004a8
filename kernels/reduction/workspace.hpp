#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gpu/device_buffer.hpp"

namespace kernels {

/// The place in which a block leaves its result for another one of the same launch.
struct alignas(16) ReductionSlot {
  std::uint64_t low, high;
};

/// Device memory that GPU reductions need besides their
/// input; created once, then used by any number of calls.
class ReductionWorkspace {
 public:
  static constexpr std::size_t partials_bytes = std::size_t{1} << 20;
  static constexpr std::size_t slots_count = 4096;

  /// The memory is made ready in `stream`: the first call that uses it comes after that.
  explicit ReductionWorkspace(GpuStream stream) : memory_(cleared_bytes + partials_bytes) {
    check_cuda(cudaMemsetAsync(memory_.data(), 0, cleared_bytes, stream), "reduction workspace");
  }

  /// The number of blocks of a launch that are done; 0 whenever no reduction runs.
  unsigned* blocks_done() { return reinterpret_cast<unsigned*>(memory_.data()); }

  /// `slots_count` slots; all bytes are 0 whenever no reduction runs.
  ReductionSlot* slots() { return reinterpret_cast<ReductionSlot*>(memory_.data() + counter_bytes); }

  /// `partials_bytes` bytes, aligned to 256, with any content.
  std::byte* partials() { return memory_.data() + cleared_bytes; }

 private:
  static constexpr std::size_t counter_bytes = 256;
  static constexpr std::size_t cleared_bytes = counter_bytes + slots_count * sizeof(ReductionSlot);
  DeviceBuffer<std::byte> memory_;
};

}  // namespace kernels
