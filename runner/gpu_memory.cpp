#include "runner/gpu_memory.hpp"

#include "runner/gpu_devices.hpp"

namespace runner {

GpuMemory::GpuMemory(std::optional<int> device) {
  if (device) claim_ = Descriptor(claim_gpu(*device));
}

GpuMemory::~GpuMemory() = default;

void GpuMemory::sample() {}

}  // namespace runner
