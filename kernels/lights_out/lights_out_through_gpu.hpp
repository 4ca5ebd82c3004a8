#pragma once

#include "kernels/lights_out/lights_out.hpp"

#ifdef WARP_JUDGE_HAS_CUDA
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/phases.hpp"

namespace kernels {

/// Makes a host-level function of a device-level one: copies in, runs in place, copies out.
template <LightsOutDeviceFunction* run>
void lights_out_through_gpu(std::span<const std::uint32_t> boards, std::span<std::uint32_t> presses) {
  if (boards.empty()) return;
  GpuPhaseClock clock;
  const DeviceBuffer<std::uint32_t> memory(boards.size());
  clock.end(&GpuPhases::start_up_ns);
  const cudaStream_t stream = clock.stream();
  check_cuda(
      cudaMemcpyAsync(memory.data(), boards.data(), boards.size_bytes(), cudaMemcpyHostToDevice, stream),
      "copy of the boards");
  clock.end(&GpuPhases::copy_in_ns);
  run(memory.span(), memory.span(), stream);
  clock.end(&GpuPhases::kernels_ns);
  check_cuda(
      cudaMemcpyAsync(presses.data(), memory.data(), presses.size_bytes(), cudaMemcpyDeviceToHost, stream),
      "copy of the presses");
  clock.end(&GpuPhases::copy_out_ns);
}

}  // namespace kernels
#endif
