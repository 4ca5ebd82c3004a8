#pragma once

#include "kernels/vector_add/vector_add.hpp"

#ifdef WARP_JUDGE_HAS_CUDA
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/phases.hpp"

namespace kernels {

/// The host-level function of a device-level one: copies in, runs, copies out.
template <VectorAddDeviceFunction* run>
void vector_add_through_gpu(std::span<const std::int32_t> a, std::span<const std::int32_t> b,
                            std::span<std::int64_t> sum) {
  if (sum.empty()) return;
  GpuPhaseClock clock;
  const DeviceBuffer<std::int32_t> device_a(a.size()), device_b(b.size());
  const DeviceBuffer<std::int64_t> device_sum(sum.size());
  clock.end(&GpuPhases::start_up_ns);
  const cudaStream_t stream = clock.stream();
  check_cuda(cudaMemcpyAsync(device_a.data(), a.data(), a.size_bytes(), cudaMemcpyHostToDevice, stream),
             "copy of A");
  check_cuda(cudaMemcpyAsync(device_b.data(), b.data(), b.size_bytes(), cudaMemcpyHostToDevice, stream),
             "copy of B");
  clock.end(&GpuPhases::copy_in_ns);
  run(device_a.span(), device_b.span(), device_sum.span(), stream);
  clock.end(&GpuPhases::kernels_ns);
  check_cuda(cudaMemcpyAsync(sum.data(), device_sum.data(), sum.size_bytes(), cudaMemcpyDeviceToHost, stream),
             "copy of the sum");
  clock.end(&GpuPhases::copy_out_ns);
}

}  // namespace kernels
#endif
