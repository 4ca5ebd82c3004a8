#include <string_view>
#include <vector>

#include "kernels/bench/gpu_timing.hpp"
#include "kernels/bench/operations.hpp"
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/transpose/transpose.hpp"

namespace kernels_bench {
namespace {

/// Square matrices of n x n, n = the row's argument; every byte is read once and written once.
template <class T>
void run(benchmark::State& state, kernels::TransposeDeviceFunction<T>* transpose) {
  const auto n = static_cast<std::size_t>(state.range(0));
  struct Pair {
    explicit Pair(std::size_t size) : in(size), out(size) {
      fill_random(reinterpret_cast<std::int32_t*>(in.data()), in.bytes() / sizeof(std::int32_t), 1, nullptr);
    }
    kernels::DeviceBuffer<T> in, out;
  };
  std::vector<Pair> pairs;
  for (std::size_t i = buffers_beyond_cache(2 * n * n * sizeof(T)); i > 0; --i) pairs.emplace_back(n * n);
  kernels::check_cuda(cudaDeviceSynchronize(), "fill");
  time_on_gpu(state, {"GB/s", 2e-9 * static_cast<double>(n * n * sizeof(T)), "device-copy"},
              [&](cudaStream_t stream, std::size_t call) {
                const Pair& pair = pairs[call % pairs.size()];
                transpose({pair.in.data(), n, n, n}, {pair.out.data(), n, n, n}, stream);
              });
}

template <class T>
void register_type(std::string_view type) {
  for (const auto& variant : kernels::transpose_variants<T>()) {
    if (variant.run_on_device == nullptr || !variant.supported().available) continue;
    auto* row = benchmark::RegisterBenchmark(row_name("transpose", type, variant.name).c_str(), run<T>,
                                             variant.run_on_device);
    for (const int n : {1024, 8192, 16384}) row->Arg(n);
    set_up_row(row);
  }
}

}  // namespace

void register_transpose() {
  register_type<std::uint8_t>("1-byte");
  register_type<std::uint16_t>("2-byte");
  register_type<std::int32_t>("4-byte");
  register_type<std::uint64_t>("8-byte");
  register_type<kernels::Element16>("16-byte");
}

}  // namespace kernels_bench
