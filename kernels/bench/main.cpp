// Every GPU variant of every operation next to its library peer, and the ceilings of this GPU: in one
// process, on random data, with buffers that the cache does not hold. `judge bench` runs it, and shows the
// ladder as a table.
//
//   build/benchmarks/kernels --benchmark_repetitions=9 --benchmark_enable_random_interleaving=true

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "kernels/bench/ceilings.hpp"
#include "kernels/bench/operations.hpp"
#include "kernels/gpu/cuda_check.hpp"

namespace {

constexpr int cannot_run = 3;  // as the problem programs

/// Writes into the output's header: figures mean nothing without it.
void describe_gpu() {
  cudaDeviceProp device{};
  int driver = 0;
  kernels::check_cuda(cudaGetDeviceProperties(&device, 0), "cudaGetDeviceProperties");
  kernels::check_cuda(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  benchmark::AddCustomContext("gpu", device.name);
  benchmark::AddCustomContext("compute_capability", fmt::format("{}.{}", device.major, device.minor));
  benchmark::AddCustomContext("l2_bytes", std::to_string(device.l2CacheSize));
  benchmark::AddCustomContext("multiprocessors", std::to_string(device.multiProcessorCount));
  benchmark::AddCustomContext("cuda_driver", fmt::format("{}.{}", driver / 1000, driver % 1000 / 10));
  benchmark::AddCustomContext("cuda_toolkit",
                              fmt::format("{}.{}", CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10));
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  if (const auto support = kernels::gpu_supported(); !support.available) {
    fmt::print(stderr, "benchmark of kernels: cannot run: {}\n", support.reason);
    return cannot_run;
  }
  try {
    describe_gpu();
    kernels_bench::register_ceilings();
    kernels_bench::register_vector_add();
    kernels_bench::register_reduction();
    kernels_bench::register_transpose();
    kernels_bench::register_matmul();
    kernels_bench::register_matmul_batch();
    kernels_bench::register_matmul_shapes();
    kernels_bench::register_matmul_streamed();
    kernels_bench::register_matmul_out_of_core();
    kernels_bench::register_largest_prime();
    kernels_bench::register_prime_tally();
    kernels_bench::register_hating_frog();
    kernels_bench::register_bit_system();
    kernels_bench::register_text();
    benchmark::RunSpecifiedBenchmarks();
  } catch (const kernels::GpuError& error) {
    fmt::print(stderr, "benchmark of kernels: {}\n", error.what());
    return 1;
  }
}
