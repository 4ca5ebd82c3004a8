// Several GPUs on one product of matrices in host memory: each computes some of c's rows, or of its columns if there
// are more of these, as gpu-streamed does with whole matrices, in a thread of its own. It needs a part of one factor
// and all of the other.
//
// Traffic over the bus of each of D GPUs: at least a D-th of one factor and of c, and the other factor whole. With
// n = 32768 in float32 that is 4.3 GB (1 + 1 / D), 0.1 s at 55 GB/s, and 0.36 s / D of products by gpu-tensor-fp16x3: up
// to four GPUs hide their copies, if each has a bus of its own, and the host's memory serves all of them. In float64 it
// is twice as much, and 0.9 s / D by gpu-ozaki-int8. GPUs do not talk to each other.

#include "kernels/matmul/matmul.hpp"

#ifdef WARP_JUDGE_HAS_CUDA

#include <algorithm>
#include <vector>

#include "kernels/gpu/on_each_device.hpp"
#include "kernels/gpu/phases.hpp"
#include "kernels/gpu/pinned_memory.hpp"
#include "kernels/matmul/streamed_product.hpp"

namespace kernels {

/// Host-level only, and in GpuPhases like gpu-streamed. A GPU that is named twice shares its memory out.
template <class T>
void matmul_gpu_multi(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c) {
  if (c.rows == 0 || c.columns == 0) return;
  GpuPhaseClock clock;
  const std::vector<int> devices = gpu_devices();
  std::vector<std::uint64_t> budgets;
  for (const int device : devices) {
    const CurrentDevice current(device);
    budgets.push_back(streaming_budget() / static_cast<std::uint64_t>(std::ranges::count(devices, device)));
  }
  const PinnedMemory pinned_a(a), pinned_b(b), pinned_c(c);
  clock.end(&GpuPhases::start_up_ns);
  on_each_device(devices, [&](std::size_t index) {
    constexpr std::size_t unit = 256;
    const bool by_rows = c.rows >= c.columns;
    const Share share(by_rows ? c.rows : c.columns, devices.size(), index, unit);
    if (by_rows) {
      multiply_streamed<T>(a.block(share.first, 0, share.count, a.columns), b,
                           c.block(share.first, 0, share.count, c.columns), budgets[index]);
    } else {
      multiply_streamed<T>(a, b.block(0, share.first, b.rows, share.count),
                           c.block(0, share.first, c.rows, share.count), budgets[index]);
    }
  });
  clock.end(&GpuPhases::kernels_ns);
}

template MatmulFunction<float> matmul_gpu_multi<float>;
template MatmulFunction<double> matmul_gpu_multi<double>;

}  // namespace kernels

#endif
