#include "kernels/bench/gpu_timing.hpp"
#include "kernels/bench/operations.hpp"
#include "kernels/vector_add/vector_add.hpp"

namespace kernels_bench {
namespace {

constexpr std::size_t bytes_per_element = 2 * sizeof(std::int32_t) + sizeof(std::int64_t);

void run(benchmark::State& state, kernels::VectorAddDeviceFunction* add) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const std::size_t sets = buffers_beyond_cache(size * bytes_per_element);
  auto* const a = reinterpret_cast<std::int32_t*>(memory_of_all_rows(sets * size * bytes_per_element));
  auto* const b = a + sets * size;
  auto* const sum = reinterpret_cast<std::int64_t*>(b + sets * size);
  fill_random(a, 2 * sets * size, 1, nullptr);
  kernels::check_cuda(cudaDeviceSynchronize(), "fill");
  time_on_gpu(state, {"GB/s", 1e-9 * static_cast<double>(size * bytes_per_element), "device-copy"},
              [&](cudaStream_t stream, std::size_t call) {
                const std::size_t first = call % sets * size;
                add({a + first, size}, {b + first, size}, {sum + first, size}, stream);
              });
}

void add_sizes(benchmark::internal::Benchmark* row) {
  for (const int power : {16, 20, 24, 28, 30}) {
    const auto size = std::size_t{1} << power;
    if (fits_in_memory(size * bytes_per_element)) row->Arg(static_cast<std::int64_t>(size));
  }
}

}  // namespace

void register_vector_add() {
  for (const auto& variant : kernels::vector_add_variants()) {
    if (variant.run_on_device == nullptr) continue;
    auto* row = benchmark::RegisterBenchmark(row_name("vector-add", "int32", variant.name).c_str(), run,
                                             variant.run_on_device);
    add_sizes(row);
    set_up_row(row);
  }
  add_sizes(register_copy(row_name("vector-add", "int32", "device-copy"),
                          [](std::size_t size) { return size * bytes_per_element / 2; }));
}

}  // namespace kernels_bench
