#include <string>
#include <string_view>
#include <vector>

#include "kernels/bench/gpu_timing.hpp"
#include "kernels/bench/operations.hpp"
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/reduction/reduction.hpp"
#include "kernels/reduction/workspace.hpp"

namespace kernels_bench {
namespace {

/// Sums of as many values as the row's argument says; every byte is read once.
template <class T>
void run(benchmark::State& state, kernels::ReductionDeviceFunction<T>* reduce, kernels::Reduction reduction) {
  const auto size = static_cast<std::size_t>(state.range(0));
  std::vector<kernels::DeviceBuffer<T>> sets;
  for (std::size_t i = buffers_beyond_cache(size * sizeof(T)); i > 0; --i) {
    sets.emplace_back(size);
    fill_random(sets.back().data(), size, 1, nullptr);
  }
  const kernels::DeviceBuffer<kernels::ReductionResult<T>> result(1);
  kernels::ReductionWorkspace workspace(nullptr);
  kernels::check_cuda(cudaDeviceSynchronize(), "fill");
  time_on_gpu(state, {"GB/s", 1e-9 * static_cast<double>(size * sizeof(T)), "device-copy"},
              [&](cudaStream_t stream, std::size_t call) {
                reduce(sets[call % sets.size()].span(), reduction, result.data(), workspace, stream);
              });
}

template <class T>
void register_type(std::string_view type, kernels::Reduction reduction) {
  for (const auto& variant : kernels::reduction_variants<T>()) {
    if (variant.run_on_device == nullptr || !variant.supported().available) continue;
    const std::string operation = "reduction-" + std::string(kernels::reduction_name(reduction));
    auto* row = benchmark::RegisterBenchmark(row_name(operation, type, variant.name).c_str(), run<T>,
                                             variant.run_on_device, reduction);
    for (const int power : {14, 17, 20, 24, 26, 28}) row->Arg(std::int64_t{1} << power);
    set_up_row(row);
  }
}

}  // namespace

void register_reduction() {
  register_type<std::int32_t>("int32", kernels::Reduction::sum);
  register_type<std::int64_t>("int64", kernels::Reduction::max);
  register_type<float>("float32", kernels::Reduction::sum);
  register_type<double>("float64", kernels::Reduction::sum);
}

}  // namespace kernels_bench
