#pragma once

#include "kernels/matmul/matmul.hpp"
#include "kernels/matmul/row_stride.hpp"

#ifdef WARP_JUDGE_HAS_CUDA
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/phases.hpp"

namespace kernels {

/// A matrix in device memory of its own. Between its rows are zeros: a row's last vector reaches there. They are
/// never used, but compute-sanitizer would report them as uninitialised.
template <class T>
class DeviceMatrix {
 public:
  DeviceMatrix(std::size_t rows, std::size_t columns, cudaStream_t stream)
      : rows_(rows), columns_(columns), stride_(row_stride(columns, sizeof(T))), memory_(rows * stride_) {
    if (rows == 0 || columns == stride_) return;
    constexpr std::size_t bytes = sizeof(T);
    check_cuda(cudaMemset2DAsync(memory_.data() + columns, stride_ * bytes, 0, (stride_ - columns) * bytes,
                                 rows, stream),
               "zeros between the rows");
  }

  MatrixView<T> view() const { return {memory_.data(), rows_, columns_, stride_}; }

 private:
  std::size_t rows_, columns_, stride_;
  DeviceBuffer<T> memory_;
};

/// Copies between matrices of one shape, whatever their strides, one of them on the GPU.
template <class From, class To>
void copy_matrix(MatrixView<From> from, MatrixView<To> to, cudaStream_t stream, std::string_view what) {
  if (from.rows == 0 || from.columns == 0) return;
  constexpr std::size_t bytes = sizeof(To);
  check_cuda(cudaMemcpy2DAsync(to.data, to.stride * bytes, from.data, from.stride * bytes,
                               from.columns * bytes, from.rows, cudaMemcpyDefault, stream),
             what);
}

/// The host-level function of a device-level one: copies in, runs, copies out.
template <class T, MatmulDeviceFunction<T>* run>
void matmul_through_gpu(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c) {
  if (c.rows == 0 || c.columns == 0) return;
  GpuPhaseClock clock;
  const cudaStream_t stream = clock.stream();
  const DeviceMatrix<T> device_a(a.rows, a.columns, stream), device_b(b.rows, b.columns, stream),
      device_c(c.rows, c.columns, stream);
  clock.end(&GpuPhases::start_up_ns);
  copy_matrix(a, device_a.view(), stream, "copy of A");
  copy_matrix(b, device_b.view(), stream, "copy of B");
  clock.end(&GpuPhases::copy_in_ns);
  run(device_a.view(), device_b.view(), device_c.view(), stream);
  clock.end(&GpuPhases::kernels_ns);
  copy_matrix(device_c.view(), c, stream, "copy of C");
  clock.end(&GpuPhases::copy_out_ns);
}

}  // namespace kernels
#endif
