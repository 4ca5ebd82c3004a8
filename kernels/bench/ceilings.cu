// What this GPU can do at most, measured with nothing else
// in the way: the rows that all others are compared with.
//
// device-copy    cudaMemcpyAsync within the device, bytes read plus bytes written.
// device-read    every thread reads 16 bytes at a time and keeps their exclusive or alone.
// fma-float32,   every thread repeats multiply-adds on registers, in independent chains: 2 operations each,
// no fma-float64    memory.

#include <algorithm>

#include "kernels/bench/ceilings.hpp"
#include "kernels/bench/gpu_timing.hpp"
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/grid.hpp"

namespace kernels_bench {
namespace {

constexpr std::size_t most_bytes = std::size_t{4} << 30;
constexpr int read_block_threads = 512;
constexpr int reads_at_once = 4;  ///< of a thread, before it needs the first
constexpr int fma_block_threads = 256;
constexpr int fma_chains = 8;  ///< independent of each other: they hide the latency of one
constexpr int fma_rounds = 4096;

/// A size by which the start and the end of a kernel do not count, and no more than a quarter of what is free.
std::size_t buffer_bytes() {
  std::size_t free = 0, total = 0;
  kernels::check_cuda(cudaMemGetInfo(&free, &total), "free memory of the GPU");
  return std::min(most_bytes, free / 4) / sizeof(uint4) * sizeof(uint4);
}

void copy(benchmark::State& state) {
  const std::size_t bytes = buffer_bytes();
  const kernels::DeviceBuffer<float> from(bytes / sizeof(float)), to(from.size());
  fill_random(from.data(), from.size(), 1, nullptr);
  kernels::check_cuda(cudaDeviceSynchronize(), "fill");
  time_on_gpu(state, {"GB/s", 2e-9 * static_cast<double>(bytes), "device-copy"},
              [&](cudaStream_t stream, std::size_t) {
                kernels::check_cuda(
                    cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice, stream), "copy");
              });
}

__global__ void read_all(const uint4* data, std::size_t size, unsigned* out) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  unsigned mixed = 0;
  for (; i + (reads_at_once - 1) * step < size; i += reads_at_once * step) {
    uint4 values[reads_at_once];
#pragma unroll
    for (int k = 0; k < reads_at_once; ++k) values[k] = __ldcs(&data[i + k * step]);
#pragma unroll
    for (int k = 0; k < reads_at_once; ++k) mixed ^= values[k].x ^ values[k].y ^ values[k].z ^ values[k].w;
  }
  for (; i < size; i += step) mixed ^= data[i].x ^ data[i].y ^ data[i].z ^ data[i].w;
  if (mixed == 0x9E37'79B9u) *out = mixed;  // hardly ever, but the compiler cannot know
}

void read(benchmark::State& state) {
  const kernels::DeviceBuffer<uint4> data(buffer_bytes() / sizeof(uint4));
  const kernels::DeviceBuffer<unsigned> out(1);
  fill_random(reinterpret_cast<float*>(data.data()), data.bytes() / sizeof(float), 1, nullptr);
  kernels::check_cuda(cudaDeviceSynchronize(), "fill");
  const unsigned blocks = kernels::resident_blocks(read_all, read_block_threads);
  time_on_gpu(state, {"GB/s", 1e-9 * static_cast<double>(data.bytes()), "device-read"},
              [&](cudaStream_t stream, std::size_t) {
                read_all<<<blocks, read_block_threads, 0, stream>>>(data.data(), data.size(), out.data());
                kernels::check_launch("read_all");
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
  set_up_row(benchmark::RegisterBenchmark("ceiling/device-read", read));
  set_up_row(benchmark::RegisterBenchmark("ceiling/fma-float32", fma<float>, "fma-float32"));
  set_up_row(benchmark::RegisterBenchmark("ceiling/fma-float64", fma<double>, "fma-float64"));
  register_link_ceilings();
  register_tensor_ceilings();
}

}  // namespace kernels_bench
