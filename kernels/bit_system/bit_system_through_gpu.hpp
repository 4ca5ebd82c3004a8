#pragma once

#include "kernels/bit_system/bit_system.hpp"

#ifdef WARP_JUDGE_HAS_CUDA
#include <algorithm>

#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/phases.hpp"

namespace kernels {

/// Makes a host-level function of a device-level one: copies in, runs, copies out.
template <BitSystemDeviceFunction* run>
BitSystemOutcome bit_system_through_gpu(MatrixView<std::uint32_t> system, std::span<std::uint32_t> solution) {
  const std::size_t n = system.rows, words = bit_system_words(n);
  const std::size_t stride = (words + bit_system_alignment - 1) / bit_system_alignment * bit_system_alignment;
  GpuPhaseClock clock;
  const DeviceBuffer<std::uint32_t> rows(std::max<std::size_t>(n, 1) * stride), unknowns(words);
  const DeviceBuffer<BitSystemOutcome> outcome(1);
  clock.end(&GpuPhases::start_up_ns);
  const cudaStream_t stream = clock.stream();
  if (n > 0) {
    check_cuda(cudaMemsetAsync(rows.data(), 0, rows.bytes(), stream), "clearing of the rows' ends");
    check_cuda(cudaMemcpy2DAsync(rows.data(), 4 * stride, system.data, 4 * system.stride, 4 * words, n,
                                 cudaMemcpyHostToDevice, stream),
               "copy of the system");
  }
  clock.end(&GpuPhases::copy_in_ns);
  run({rows.data(), n, words, stride}, unknowns.span(), outcome.span(), stream);
  clock.end(&GpuPhases::kernels_ns);
  BitSystemOutcome result;
  check_cuda(
      cudaMemcpyAsync(solution.data(), unknowns.data(), unknowns.bytes(), cudaMemcpyDeviceToHost, stream),
      "copy of the solution");
  check_cuda(cudaMemcpyAsync(&result, outcome.data(), sizeof result, cudaMemcpyDeviceToHost, stream),
             "copy of the outcome");
  clock.end(&GpuPhases::copy_out_ns);
  return result;
}

}  // namespace kernels
#endif
