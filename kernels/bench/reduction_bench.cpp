#include <algorithm>
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

using kernels::Reduction;

/// Reduces as many values as the row's argument says; every byte is read once.
template <class T>
void run(benchmark::State& state, kernels::ReductionDeviceFunction<T>* reduce, Reduction reduction,
         Launching launching) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const std::size_t sets = buffers_beyond_cache(size * sizeof(T));
  const std::size_t pitch = std::max(size, least_buffer_bytes / sizeof(T));  // from one set to the next
  T* const values = reinterpret_cast<T*>(memory_of_all_rows(sets * pitch * sizeof(T)));
  fill_random(values, sets * pitch, 1, nullptr);
  const kernels::DeviceBuffer<kernels::ReductionResult<T>> result(1);
  kernels::ReductionWorkspace workspace(nullptr);
  kernels::check_cuda(cudaDeviceSynchronize(), "fill");
  time_on_gpu(
      state, {"GB/s", 1e-9 * static_cast<double>(size * sizeof(T)), "device-copy"},
      [&](cudaStream_t stream, std::size_t call) {
        reduce({values + call % sets * pitch, size}, reduction, result.data(), workspace, stream);
      },
      launching, sets);
}

/// The rows of all techniques, or of the fastest and the library's alone.
template <class T>
void register_rows(std::string_view type, Reduction reduction, Launching launching, bool all) {
  for (const auto& variant : kernels::reduction_variants<T>()) {
    if (variant.run_on_device == nullptr || !variant.supported().available) continue;
    if (!all && variant.name != "gpu-overlapped" && variant.name != "gpu-cub") continue;
    std::string operation = "reduction-" + std::string(kernels::reduction_name(reduction));
    if (launching == Launching::graph) operation += "-replayed";
    auto* row = benchmark::RegisterBenchmark(row_name(operation, type, variant.name).c_str(), run<T>,
                                             variant.run_on_device, reduction, launching);
    for (const int power : {8, 11, 14, 17, 20, 24, 26, 28, 30}) {
      const auto size = std::size_t{1} << power;
      if (fits_in_memory(size * sizeof(T))) row->Arg(static_cast<std::int64_t>(size));
    }
    set_up_row(row);
  }
}

template <class T>
void register_type(std::string_view type, Reduction shown) {
  for (const Reduction reduction : {Reduction::sum, Reduction::product, Reduction::min, Reduction::max}) {
    register_rows<T>(type, reduction, Launching::stream, reduction == shown);
    register_rows<T>(type, reduction, Launching::graph, false);
  }
}

}  // namespace

void register_reduction() {
  register_type<std::int32_t>("int32", Reduction::sum);
  register_type<std::int64_t>("int64", Reduction::max);
  register_type<float>("float32", Reduction::sum);
  register_type<double>("float64", Reduction::sum);
}

}  // namespace kernels_bench
