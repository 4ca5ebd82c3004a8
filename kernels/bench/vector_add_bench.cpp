#include "kernels/bench/gpu_timing.hpp"
#include "kernels/bench/operations.hpp"
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/vector_add/vector_add.hpp"

namespace kernels_bench {
namespace {

constexpr std::size_t bytes_per_element = 2 * sizeof(std::int32_t) + sizeof(std::int64_t);

struct Vectors {
  explicit Vectors(std::size_t size) : a(size), b(size), sum(size) {
    fill_random(a.data(), size, 1, nullptr);
    fill_random(b.data(), size, 2, nullptr);
  }
  kernels::DeviceBuffer<std::int32_t> a, b;
  kernels::DeviceBuffer<std::int64_t> sum;
};

void run(benchmark::State& state, kernels::VectorAddDeviceFunction* add) {
  const auto size = static_cast<std::size_t>(state.range(0));
  std::vector<Vectors> sets;
  for (std::size_t i = buffers_beyond_cache(size * bytes_per_element); i > 0; --i) sets.emplace_back(size);
  kernels::check_cuda(cudaDeviceSynchronize(), "fill");
  time_on_gpu(state, {"GB/s", 1e-9 * static_cast<double>(size * bytes_per_element), "device-copy"},
              [&](cudaStream_t stream, std::size_t call) {
                const Vectors& set = sets[call % sets.size()];
                add(set.a.span(), set.b.span(), set.sum.span(), stream);
              });
}

}  // namespace

void register_vector_add() {
  for (const auto& variant : kernels::vector_add_variants()) {
    if (variant.run_on_device == nullptr) continue;
    auto* row = benchmark::RegisterBenchmark(row_name("vector-add", "int32", variant.name).c_str(), run,
                                             variant.run_on_device);
    for (const int power : {16, 20, 24, 28}) row->Arg(std::int64_t{1} << power);
    set_up_row(row);
  }
}

}  // namespace kernels_bench
