#include <random>
#include <set>
#include <utility>
#include <vector>

#include "kernels/bench/gpu_timing.hpp"
#include "kernels/bench/operations.hpp"
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/hating_frog/hating_frog.hpp"

namespace kernels_bench {
namespace {

struct ScatteredPlants {
  kernels::Field field;
  std::vector<kernels::Plant> plants;  ///< by row, then column
};

/// Plants, as many as the argument says, anywhere in a field of 5000 x 5000, or 30000 x 30000 for more plants than
/// the contest has. Without long paths hardly a pair is dropped early: the most work there can be.
ScatteredPlants scattered(std::int64_t count) {
  const int side = count > 5000 ? 30'000 : 5000;
  std::mt19937 random(static_cast<unsigned>(count));
  std::set<std::pair<int, int>> places;
  const auto any = [&] { return 1 + static_cast<int>(random() % static_cast<unsigned>(side)); };
  while (places.size() < static_cast<std::size_t>(count)) {
    const int row = any();
    places.emplace(row, any());
  }
  ScatteredPlants scattered{{side, side}, {}};
  for (const auto& [row, column] : places) scattered.plants.push_back({row, column});
  return scattered;
}

Quantity pairs_of(std::int64_t plants) {
  const auto count = static_cast<double>(plants);
  return {"M/s", 1e-6 * count * (count - 1) / 2, ""};
}

void run_on_device(benchmark::State& state, kernels::HatingFrogDeviceFunction* find) {
  const ScatteredPlants scene = scattered(state.range(0));
  const kernels::DeviceBuffer<kernels::Plant> plants(scene.plants.size());
  const kernels::DeviceBuffer<int> longest(1);
  kernels::check_cuda(cudaMemcpy(plants.data(), scene.plants.data(), plants.bytes(), cudaMemcpyHostToDevice),
                      "copy of the plants");
  time_on_gpu(state, pairs_of(state.range(0)), [&](cudaStream_t stream, std::size_t) {
    find(scene.field, plants.span(), longest.span(), stream);
  });
}

void run_on_host(benchmark::State& state, kernels::HatingFrogFunction* find) {
  const ScatteredPlants scene = scattered(state.range(0));
  time_on_host(state, pairs_of(state.range(0)),
               [&] { benchmark::DoNotOptimize(find(scene.field, scene.plants)); });
}

}  // namespace

void register_hating_frog() {
  for (const auto& variant : kernels::hating_frog_variants()) {
    const std::string name = row_name("hating-frog", "scattered", variant.name);
    if (variant.run_on_device != nullptr) {
      set_up_row(benchmark::RegisterBenchmark(name.c_str(), run_on_device, variant.run_on_device)
                     ->Arg(5000)
                     ->Arg(200'000));
      continue;
    }
    set_up_host_row(benchmark::RegisterBenchmark(name.c_str(), run_on_host, variant.run)->Arg(5000));
    if (variant.name != "cpu-field-lookup") continue;  // the fastest of these, which takes a minute
    auto* row = benchmark::RegisterBenchmark(name.c_str(), run_on_host, variant.run)->Arg(200'000);
    set_up_host_row(row);
    row->Repetitions(1);
  }
}

}  // namespace kernels_bench
