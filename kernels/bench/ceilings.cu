// What this GPU can do at most, measured with nothing else in the way: the rows that all others are compared
// with.
//
// device-copy    cudaMemcpyAsync within the device, bytes read plus bytes written.
// fma-float32,   every thread repeats multiply-adds on registers, in independent chains: 2 operations each,
// no fma-float64    memory.

#include "kernels/bench/ceilings.hpp"
#include "kernels/bench/gpu_timing.hpp"
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/grid.hpp"

namespace kernels_bench {
namespace {

constexpr std::size_t copy_bytes = std::size_t{1} << 30;
constexpr int fma_block_threads = 256;
constexpr int fma_chains = 8;  ///< independent of each other: they hide the latency of one
constexpr int fma_rounds = 4096;

void copy(benchmark::State& state) {
  const kernels::DeviceBuffer<float> from(copy_bytes / sizeof(float)), to(from.size());
  fill_random(from.data(), from.size(), 1, nullptr);
  kernels::check_cuda(cudaDeviceSynchronize(), "fill");
  time_on_gpu(state, {"GB/s", 2e-9 * static_cast<double>(copy_bytes), "device-copy"},
              [&](cudaStream_t stream, std::size_t) {
                kernels::check_cuda(
                    cudaMemcpyAsync(to.data(), from.data(), copy_bytes, cudaMemcpyDeviceToDevice, stream),
                    "copy");
              });
}

template <class T>
__global__ void multiply_add(T* out, T factor) {
  T values[fma_chains];
  for (int i = 0; i < fma_chains; ++i) values[i] = static_cast<T>(threadIdx.x + i);
  for (int round = 0; round < fma_rounds; ++round) {
#pragma unroll
    for (int i = 0; i < fma_chains; ++i) values[i] = values[i] * factor + factor;
  }
  T sum = 0;
  for (int i = 0; i < fma_chains; ++i) sum += values[i];
  if (sum == static_cast<T>(-1)) *out = sum;  // never, but the compiler cannot know
}

template <class T>
void fma(benchmark::State& state, const char* name) {
  const kernels::DeviceBuffer<T> out(1);
  const unsigned blocks = 8 * kernels::resident_blocks(multiply_add<T>, fma_block_threads);
  const double operations = 2.0 * blocks * fma_block_threads * fma_chains * fma_rounds;
  time_on_gpu(state, {"GFLOP/s", operations * 1e-9, name}, [&](cudaStream_t stream, std::size_t) {
    multiply_add<<<blocks, fma_block_threads, 0, stream>>>(out.data(), static_cast<T>(0.5));
    kernels::check_launch("multiply_add");
  });
}

}  // namespace

void register_ceilings() {
  set_up_row(benchmark::RegisterBenchmark("ceiling/device-copy", copy));
  set_up_row(benchmark::RegisterBenchmark("ceiling/fma-float32", fma<float>, "fma-float32"));
  set_up_row(benchmark::RegisterBenchmark("ceiling/fma-float64", fma<double>, "fma-float64"));
}

}  // namespace kernels_bench
