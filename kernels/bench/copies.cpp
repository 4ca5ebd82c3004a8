#include <cstdint>

#include "kernels/bench/gpu_timing.hpp"
#include "kernels/bench/operations.hpp"

namespace kernels_bench {
namespace {

void copy(benchmark::State& state, const std::function<std::size_t(std::size_t size)>& bytes_of) {
  const std::size_t bytes = bytes_of(static_cast<std::size_t>(state.range(0)));
  const std::size_t sets = buffers_beyond_cache(2 * bytes);
  std::byte* const from = memory_of_all_rows(2 * sets * bytes);
  std::byte* const to = from + sets * bytes;
  fill_random(reinterpret_cast<std::int32_t*>(from), sets * bytes / sizeof(std::int32_t), 1, nullptr);
  kernels::check_cuda(cudaDeviceSynchronize(), "fill");
  time_on_gpu(state, {"GB/s", 2e-9 * static_cast<double>(bytes), "device-copy"},
              [&](cudaStream_t stream, std::size_t call) {
                const std::size_t first = call % sets * bytes;
                kernels::check_cuda(
                    cudaMemcpyAsync(to + first, from + first, bytes, cudaMemcpyDeviceToDevice, stream),
                    "copy");
              });
}

}  // namespace

benchmark::internal::Benchmark* register_copy(const std::string& name,
                                              const std::function<std::size_t(std::size_t size)>& bytes) {
  auto* row = benchmark::RegisterBenchmark(name.c_str(), copy, bytes);
  set_up_row(row);
  return row;
}

}  // namespace kernels_bench
