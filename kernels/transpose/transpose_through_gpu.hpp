#pragma once

#include "kernels/transpose/transpose.hpp"

#ifdef WARP_JUDGE_HAS_CUDA
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/phases.hpp"

namespace kernels {

/// The host-level function of a device-level one: copies in, runs, copies out. On the device the rows lie
/// close together, whatever the strides here.
template <class T, TransposeDeviceFunction<T>* run>
void transpose_through_gpu(MatrixView<const T> in, MatrixView<T> out) {
  const std::size_t size = in.rows * in.columns;
  if (size == 0) return;
  GpuPhaseClock clock;
  const DeviceBuffer<T> device_in(size), device_out(size);
  clock.end(&GpuPhases::start_up_ns);
  const cudaStream_t stream = clock.stream();
  check_cuda(cudaMemcpy2DAsync(device_in.data(), in.columns * sizeof(T), in.data, in.stride * sizeof(T),
                               in.columns * sizeof(T), in.rows, cudaMemcpyHostToDevice, stream),
             "copy of the matrix");
  clock.end(&GpuPhases::copy_in_ns);
  run({device_in.data(), in.rows, in.columns, in.columns},
      {device_out.data(), out.rows, out.columns, out.columns}, stream);
  clock.end(&GpuPhases::kernels_ns);
  check_cuda(cudaMemcpy2DAsync(out.data, out.stride * sizeof(T), device_out.data(), out.columns * sizeof(T),
                               out.columns * sizeof(T), out.rows, cudaMemcpyDeviceToHost, stream),
             "copy of the transpose");
  clock.end(&GpuPhases::copy_out_ns);
}

}  // namespace kernels
#endif
