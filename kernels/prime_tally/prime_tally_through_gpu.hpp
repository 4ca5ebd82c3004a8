#pragma once

#include "kernels/prime_tally/prime_tally.hpp"

#ifdef WARP_JUDGE_HAS_CUDA
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/phases.hpp"

namespace kernels {

/// The host-level function of a device-level one.
template <PrimeTallyDeviceFunction* run>
PrimeTally prime_tally_through_gpu(std::uint64_t limit) {
  GpuPhaseClock clock;
  const DeviceBuffer<PrimeTally> memory(1);
  clock.end(&GpuPhases::start_up_ns);
  run(limit, memory.span(), clock.stream());
  clock.end(&GpuPhases::kernels_ns);
  PrimeTally tally;
  check_cuda(cudaMemcpyAsync(&tally, memory.data(), sizeof tally, cudaMemcpyDeviceToHost, clock.stream()),
             "copy of the tally");
  clock.end(&GpuPhases::copy_out_ns);
  return tally;
}

}  // namespace kernels
#endif
