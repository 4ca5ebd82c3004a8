#pragma once

#include "kernels/hating_frog/hating_frog.hpp"

#ifdef WARP_JUDGE_HAS_CUDA
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/phases.hpp"
#include "kernels/hating_frog/path_enumeration.hpp"

namespace kernels {

/// Makes a host-level function of a device-level one: orders the plants, copies in, runs, copies out.
/// Ordering is the host's work and not part of any GPU phase.
template <HatingFrogDeviceFunction* run>
int hating_frog_through_gpu(const Field& field, std::span<const Plant> plants) {
  if (plants.size() < 3) return 0;
  const std::vector<Plant> sorted = sorted_by_row_and_column(plants);
  GpuPhaseClock clock;
  const DeviceBuffer<Plant> device_plants(sorted.size());
  const DeviceBuffer<int> device_longest(1);
  clock.end(&GpuPhases::start_up_ns);
  const cudaStream_t stream = clock.stream();
  check_cuda(cudaMemcpyAsync(device_plants.data(), sorted.data(), device_plants.bytes(),
                             cudaMemcpyHostToDevice, stream),
             "copy of the plants");
  clock.end(&GpuPhases::copy_in_ns);
  run(field, device_plants.span(), device_longest.span(), stream);
  clock.end(&GpuPhases::kernels_ns);
  int longest = 0;
  check_cuda(cudaMemcpyAsync(&longest, device_longest.data(), sizeof longest, cudaMemcpyDeviceToHost, stream),
             "copy of the answer");
  clock.end(&GpuPhases::copy_out_ns);
  return longest;
}

}  // namespace kernels
#endif
