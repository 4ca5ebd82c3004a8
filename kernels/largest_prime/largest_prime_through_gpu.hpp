#pragma once

#include "kernels/largest_prime/largest_prime.hpp"

#ifdef WARP_JUDGE_HAS_CUDA
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/phases.hpp"

namespace kernels {

/// Makes a host-level function of a device-level one: copies in, runs in place, copies out.
template <LargestPrimeDeviceFunction* run>
void largest_prime_through_gpu(std::span<const std::uint64_t> bounds, std::span<std::uint64_t> primes) {
  if (bounds.empty()) return;
  GpuPhaseClock clock;
  const DeviceBuffer<std::uint64_t> memory(bounds.size());
  clock.end(&GpuPhases::start_up_ns);
  const cudaStream_t stream = clock.stream();
  check_cuda(
      cudaMemcpyAsync(memory.data(), bounds.data(), bounds.size_bytes(), cudaMemcpyHostToDevice, stream),
      "copy of the bounds");
  clock.end(&GpuPhases::copy_in_ns);
  run(memory.span(), memory.span(), stream);
  clock.end(&GpuPhases::kernels_ns);
  check_cuda(
      cudaMemcpyAsync(primes.data(), memory.data(), primes.size_bytes(), cudaMemcpyDeviceToHost, stream),
      "copy of the primes");
  clock.end(&GpuPhases::copy_out_ns);
}

}  // namespace kernels
#endif
