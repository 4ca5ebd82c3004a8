// Several GPUs on one matrix in host memory: each transposes a band of its rows, or of its columns if there are more
// of these, part by part as gpu-vectorized. While one part is transposed or leaves, the next arrives.
//
// Traffic: every element over the bus once in and once out, which takes 80 times as long as the kernel: so D GPUs
// should take a D-th of the time of one, as far as each has a bus of its own and the host's memory keeps up.

#include "kernels/transpose/transpose.hpp"

#ifdef WARP_JUDGE_HAS_CUDA

#include <algorithm>
#include <vector>

#include "kernels/gpu/on_each_device.hpp"
#include "kernels/gpu/phases.hpp"
#include "kernels/gpu/pinned_memory.hpp"
#include "kernels/gpu/two_places.hpp"

namespace kernels {

template <class T>
void transpose_gpu_vectorized(MatrixView<const T> in, MatrixView<T> out, GpuStream stream);

namespace {

constexpr std::size_t most_part_bytes = std::size_t{256} << 20;  ///< the matrix and its transpose

/// A band of a matrix, and the way of its parts through the GPU.
template <class T>
struct Band {
  MatrixView<const T> in;
  MatrixView<T> out;
  bool by_rows;

  std::size_t lines() const { return by_rows ? in.rows : in.columns; }
  std::size_t line_size() const { return by_rows ? in.columns : in.rows; }
  Band part(std::size_t first, std::size_t count) const {
    if (by_rows) return {in.block(first, 0, count, in.columns), out.block(0, first, out.rows, count), true};
    return {in.block(0, first, in.rows, count), out.block(first, 0, count, out.columns), false};
  }
};

template <class T>
class TransposePlace {
 public:
  TransposePlace(const Stream& stream, const Band<T>& band, std::size_t most_lines)
      : stream_(stream), band_(band), in_(most_lines * band.line_size()), out_(in_.size()) {}

  void operator()(std::size_t first, std::size_t count) {
    const Band<T> part = band_.part(first, count);
    constexpr std::size_t bytes = sizeof(T);
    const std::size_t rows = part.in.rows, columns = part.in.columns;
    check_cuda(cudaMemcpy2DAsync(in_.data(), columns * bytes, part.in.data, part.in.stride * bytes,
                                 columns * bytes, rows, cudaMemcpyHostToDevice, stream_),
               "copy of a part of the matrix");
    transpose_gpu_vectorized<T>({in_.data(), rows, columns, columns}, {out_.data(), columns, rows, rows},
                                stream_);
    check_cuda(cudaMemcpy2DAsync(part.out.data, part.out.stride * bytes, out_.data(), rows * bytes,
                                 rows * bytes, columns, cudaMemcpyDeviceToHost, stream_),
               "copy of a part of the transpose");
  }

 private:
  const Stream& stream_;
  Band<T> band_;
  DeviceBuffer<T> in_, out_;
};

}  // namespace

/// Host-level only. Its copies overlap with its kernels: GpuPhases counts both as kernels, pinning as start-up.
template <class T>
void transpose_gpu_multi(MatrixView<const T> in, MatrixView<T> out) {
  if (in.rows == 0 || in.columns == 0) return;
  GpuPhaseClock clock;
  const std::vector<int> devices = gpu_devices();
  const PinnedMemory pinned_in(in), pinned_out(out);
  clock.end(&GpuPhases::start_up_ns);
  const Band<T> whole{in, out, in.rows >= in.columns};
  on_each_device(devices, [&](std::size_t index) {
    constexpr std::size_t unit = 64;
    const Share share(whole.lines(), devices.size(), index, unit);
    if (share.count == 0) return;
    const Band<T> band = whole.part(share.first, share.count);
    const std::size_t line_bytes = 2 * band.line_size() * sizeof(T);
    const std::size_t fitting = bytes_of_a_part(most_part_bytes, devices.size()) / line_bytes;
    const std::size_t lines =
        std::clamp<std::size_t>(fitting < unit ? fitting : fitting / unit * unit, 1, share.count);
    in_two_places<TransposePlace<T>>(share.count, lines, band, lines);
  });
  clock.end(&GpuPhases::kernels_ns);
}

template TransposeFunction<std::uint8_t> transpose_gpu_multi<std::uint8_t>;
template TransposeFunction<std::uint16_t> transpose_gpu_multi<std::uint16_t>;
template TransposeFunction<std::int32_t> transpose_gpu_multi<std::int32_t>;
template TransposeFunction<std::uint64_t> transpose_gpu_multi<std::uint64_t>;
template TransposeFunction<Element16> transpose_gpu_multi<Element16>;

}  // namespace kernels

#endif
