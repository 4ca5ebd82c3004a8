#include <cstdint>

#include "kernels/bench/gpu_timing.hpp"
#include "kernels/bench/operations.hpp"
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/matmul_batch/matmul_batch.hpp"

namespace kernels_bench {
namespace {

constexpr std::size_t products = 10'000;

void run(benchmark::State& state, kernels::MatmulBatchDeviceFunction* multiply) {
  const auto side = static_cast<std::size_t>(state.range(0));
  const std::size_t elements = side * side;
  const kernels::DeviceBuffer<float> a(products * elements), b(products * elements), c(products * elements);
  fill_random(a.data(), a.size(), 1, nullptr);
  fill_random(b.data(), b.size(), 2, nullptr);
  kernels::check_cuda(cudaDeviceSynchronize(), "fill");
  const double operations = 2.0 * static_cast<double>(products * elements) * static_cast<double>(side);
  time_on_gpu(state, {"GFLOP/s", 1e-9 * operations, "fma-float32"}, [&](cudaStream_t stream, std::size_t) {
    multiply({{a.data(), side, side, side}, products, elements},
             {{b.data(), side, side, side}, products, elements},
             {{c.data(), side, side, side}, products, elements}, stream);
  });
}

}  // namespace

void register_matmul_batch() {
  for (const auto& variant : kernels::matmul_batch_variants()) {
    if (variant.run_on_device == nullptr || !variant.supported().available) continue;
    auto* row = benchmark::RegisterBenchmark(row_name("matmul-batch", "float32", variant.name).c_str(), run,
                                             variant.run_on_device);
    const int largest = variant.name == "gpu-whole-factors" ? 64 : 256;
    for (const int side :
         {16, 24, 31, 32, 33, 48, 63, 64, 65, 80, 96, 100, 128, 129, 160, 192, 200, 255, 256}) {
      if (side <= largest) row->Arg(side);
    }
    set_up_row(row);
  }
}

}  // namespace kernels_bench
