#pragma once

#include "kernels/matmul_batch/matmul_batch.hpp"

#ifdef WARP_JUDGE_HAS_CUDA
#include <algorithm>

#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/phases.hpp"
#include "kernels/matmul/matmul_through_gpu.hpp"

namespace kernels {

/// A batch in device memory of its own, with nothing between the matrices.
template <class T>
class DeviceBatch {
 public:
  explicit DeviceBatch(MatrixBatch<T> host)
      : batch_({nullptr, host.first.rows, host.first.columns, host.first.columns}, host.count,
               host.first.rows * host.first.columns),
        memory_(std::max<std::size_t>(batch_.count * batch_.distance, 1)) {
    batch_.first.data = memory_.data();
  }

  MatrixBatch<std::remove_const_t<T>> batch() const { return batch_; }

 private:
  MatrixBatch<std::remove_const_t<T>> batch_;
  DeviceBuffer<std::remove_const_t<T>> memory_;
};

/// Copies between batches of one shape, one of them on the GPU: all of it at once where the matrices follow each other
/// row by row, else one after another.
template <class From, class To>
void copy_batch(MatrixBatch<From> from, MatrixBatch<To> to, cudaStream_t stream, std::string_view what) {
  const std::size_t rows = from.first.rows;
  if (from.distance == rows * from.first.stride && to.distance == rows * to.first.stride) {
    from.first.rows = to.first.rows = from.count * rows;
    return copy_matrix(from.first, to.first, stream, what);
  }
  for (std::size_t i = 0; i < from.count; ++i) copy_matrix(from.at(i), to.at(i), stream, what);
}

/// The host-level function of a device-level one: copies in, runs, copies out.
template <MatmulBatchDeviceFunction* run>
void matmul_batch_through_gpu(MatrixBatch<const float> a, MatrixBatch<const float> b, MatrixBatch<float> c) {
  if (c.count * c.first.rows * c.first.columns == 0) return;
  GpuPhaseClock clock;
  const cudaStream_t stream = clock.stream();
  const DeviceBatch<const float> device_a(a), device_b(b);
  const DeviceBatch<float> device_c(c);
  clock.end(&GpuPhases::start_up_ns);
  copy_batch(a, device_a.batch(), stream, "copy of A");
  copy_batch(b, device_b.batch(), stream, "copy of B");
  clock.end(&GpuPhases::copy_in_ns);
  run(device_a.batch(), device_b.batch(), device_c.batch(), stream);
  clock.end(&GpuPhases::kernels_ns);
  copy_batch(device_c.batch(), c, stream, "copy of C");
  clock.end(&GpuPhases::copy_out_ns);
}

}  // namespace kernels
#endif
