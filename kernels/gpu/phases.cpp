#include "kernels/gpu/phases.hpp"

namespace kernels {

GpuPhaseClock::GpuPhaseClock() = default;

void GpuPhaseClock::end(std::int64_t GpuPhases::*phase) {
  const char* name = phase == &GpuPhases::start_up_ns  ? "start-up"
                     : phase == &GpuPhases::copy_in_ns ? "copy to the GPU"
                     : phase == &GpuPhases::kernels_ns ? "kernels"
                                                       : "copy from the GPU";
  stream_.wait(name);
  const auto now = std::chrono::steady_clock::now();
  gpu_phases().*phase += std::chrono::nanoseconds(now - start_).count();
  start_ = now;
}

}  // namespace kernels
