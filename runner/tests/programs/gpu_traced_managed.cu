// 64 MiB of managed memory, written by the host, doubled by the GPU, read by the host.
#include "traced.cuh"
#include "twice_on_gpu.cuh"

int main() {
  constexpr std::size_t count = 16UL << 20;
  std::uint32_t* values;
  CHECK_CUDA(cudaMallocManaged(&values, count * sizeof(*values)));
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<std::uint32_t>(i);
  const Stopwatch watch;
  twice<<<256, 256>>>(values, count);
  CHECK_CUDA(cudaGetLastError());
  print_measured("kernels_ns", watch.elapsed_ns());
  for (std::size_t i = 0; i < count; ++i) {
    if (values[i] != static_cast<std::uint32_t>(2 * i)) return 1;
  }
  print_measured("moved_bytes", count * sizeof(*values));
}
