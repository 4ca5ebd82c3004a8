#pragma once

#include "kernels/reduction/reduction.hpp"

#ifdef WARP_JUDGE_HAS_CUDA
#include "kernels/gpu/phases.hpp"
#include "kernels/reduction/workspace.hpp"

namespace kernels {

/// The host-level function of a device-level one: copies in, runs, copies out.
template <class T, ReductionDeviceFunction<T>* run>
ReductionResult<T> reduction_through_gpu(std::span<const T> values, Reduction reduction) {
  GpuPhaseClock clock;
  const DeviceBuffer<T> device_values(values.size());
  const DeviceBuffer<ReductionResult<T>> device_result(1);
  ReductionWorkspace workspace(clock.stream());
  clock.end(&GpuPhases::start_up_ns);
  if (!values.empty()) {
    check_cuda(cudaMemcpyAsync(device_values.data(), values.data(), values.size_bytes(),
                               cudaMemcpyHostToDevice, clock.stream()),
               "copy of the values");
  }
  clock.end(&GpuPhases::copy_in_ns);
  run(device_values.span(), reduction, device_result.data(), workspace, clock.stream());
  clock.end(&GpuPhases::kernels_ns);
  ReductionResult<T> result{};
  check_cuda(
      cudaMemcpyAsync(&result, device_result.data(), sizeof result, cudaMemcpyDeviceToHost, clock.stream()),
      "copy of the result");
  clock.end(&GpuPhases::copy_out_ns);
  return result;
}

}  // namespace kernels
#endif
