#include <algorithm>
#include <cstdint>
#include <string_view>

#include "kernels/bench/gpu_timing.hpp"
#include "kernels/bench/operations.hpp"
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/matmul/matmul.hpp"

namespace kernels_bench {
namespace {

/// Square matrices of n x n, n = the row's argument.
template <class T>
void run(benchmark::State& state, kernels::MatmulDeviceFunction<T>* multiply, const char* ceiling) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const kernels::DeviceBuffer<T> a(n * n), b(n * n), c(n * n);
  fill_random(a.data(), a.size(), 1, nullptr);
  fill_random(b.data(), b.size(), 2, nullptr);
  kernels::check_cuda(cudaDeviceSynchronize(), "fill");
  const double operations = 2.0 * static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n);
  time_on_gpu(state, {"GFLOP/s", 1e-9 * operations, ceiling}, [&](cudaStream_t stream, std::size_t) {
    multiply({a.data(), n, n, n}, {b.data(), n, n, n}, {c.data(), n, n, n}, stream);
  });
}

/// At the largest size these would take most of the time of all rows.
constexpr std::string_view simple_variants[] = {"gpu-naive", "gpu-tiled", "gpu-texture", "gpu-shared-blocks"};

template <class T>
void register_type(std::string_view type, const char* ceiling) {
  for (const auto& variant : kernels::matmul_variants<T>()) {
    if (variant.run_on_device == nullptr || !variant.supported().available) continue;
    const int largest_n = std::ranges::count(simple_variants, variant.name) > 0 ? 4096 : 8192;
    auto* row = benchmark::RegisterBenchmark(row_name("matmul", type, variant.name).c_str(), run<T>,
                                             variant.run_on_device, ceiling);
    for (const int n : {256, 1000, 1024, 2047, 2048, 4096, 8192}) {
      const auto side = static_cast<std::uint64_t>(n);
      if (n <= largest_n && side * side * side <= variant.largest_size) row->Arg(n);
    }
    set_up_row(row);
  }
}

}  // namespace

void register_matmul() {
  register_type<float>("float32", "fma-float32");
  register_type<double>("float64", "fma-float64");
}

}  // namespace kernels_bench
