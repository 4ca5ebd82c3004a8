#include <cmath>
#include <random>
#include <string_view>
#include <vector>

#include "kernels/bench/gpu_timing.hpp"
#include "kernels/bench/operations.hpp"
#include "kernels/bit_system/bit_system.hpp"
#include "kernels/gpu/device_buffer.hpp"

#ifdef WARP_JUDGE_HAS_M4RI
#include <m4ri/m4ri.h>
#endif

namespace kernels_bench {
namespace {

/// A system in memory, its rows aligned as a device has them.
struct System {
  explicit System(std::size_t equations)
      : n(equations),
        stride((kernels::bit_system_words(n) + kernels::bit_system_alignment - 1) /
               kernels::bit_system_alignment * kernels::bit_system_alignment),
        words(n * stride) {}

  kernels::MatrixView<std::uint32_t> view() {
    return {words.data(), n, kernels::bit_system_words(n), stride};
  }

  std::size_t n, stride;
  std::vector<std::uint32_t> words;
};

System lights_out(std::size_t n) {
  System system(n);
  kernels::fill_lights_out_system(static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(n)))),
                                  system.view());
  return system;
}

System random_bits(std::size_t n) {
  System system(n);
  std::mt19937 random(static_cast<unsigned>(n));
  for (std::uint32_t& word : system.words) word = static_cast<std::uint32_t>(random());
  return system;
}

/// Two for each of the n^3 / 3 multiplications of an elimination.
Quantity bit_operations(std::size_t n) {
  return {"M/s", 1e-6 * 2 / 3 * std::pow(static_cast<double>(n), 3), ""};
}

using MakeSystem = System(std::size_t n);

/// The time includes a copy of the system, 2% of it, as solving destroys it.
void run_on_device(benchmark::State& state, MakeSystem* make, kernels::BitSystemDeviceFunction* solve) {
  System system = make(static_cast<std::size_t>(state.range(0)));
  const kernels::DeviceBuffer<std::uint32_t> original(system.words.size()), work(system.words.size());
  const kernels::DeviceBuffer<std::uint32_t> solution(system.view().columns);
  const kernels::DeviceBuffer<kernels::BitSystemOutcome> outcome(1);
  kernels::check_cuda(
      cudaMemcpy(original.data(), system.words.data(), original.bytes(), cudaMemcpyHostToDevice),
      "copy of the system");
  time_on_gpu(state, bit_operations(system.n), [&](cudaStream_t stream, std::size_t) {
    kernels::check_cuda(
        cudaMemcpyAsync(work.data(), original.data(), work.bytes(), cudaMemcpyDeviceToDevice, stream),
        "copy");
    solve({work.data(), system.n, system.view().columns, system.stride}, solution.span(), outcome.span(),
          stream);
  });
}

void run_on_host(benchmark::State& state, MakeSystem* make, kernels::BitSystemFunction* solve) {
  System system = make(static_cast<std::size_t>(state.range(0)));
  std::vector<std::uint32_t> solution(system.view().columns);
  time_on_host(state, bit_operations(system.n),
               [&] { benchmark::DoNotOptimize(solve(system.view(), solution)); });
}

#ifdef WARP_JUDGE_HAS_M4RI
/// Its method of four Russians, which is faster here than its recursive one and its own choice between the two,
/// to the echelon form that back substitution would begin with.
void run_m4ri(benchmark::State& state, MakeSystem* make) {
  System system = make(static_cast<std::size_t>(state.range(0)));
  const auto view = system.view();
  const auto n = static_cast<rci_t>(system.n);
  mzd_t* const matrix = mzd_init(n, n + 1);
  for (rci_t row = 0; row < n; ++row) {
    for (rci_t column = 0; column <= n; ++column) {
      const auto place = static_cast<std::size_t>(column);
      const std::uint32_t word = view.at(static_cast<std::size_t>(row), place / 32);
      mzd_write_bit(matrix, row, column, static_cast<BIT>(word >> place % 32 & 1));
    }
  }
  time_on_host(state, bit_operations(system.n),
               [&] { benchmark::DoNotOptimize(mzd_echelonize_m4ri(matrix, 0, 0)); });
  mzd_free(matrix);
}
#endif

void register_systems(std::string_view element, MakeSystem* make) {
  constexpr std::int64_t sizes[] = {64 * 64, 128 * 128, 181 * 181};
  for (const auto& variant : kernels::bit_system_variants()) {
    const std::string name = row_name("bit-system", element, variant.name);
    if (variant.run_on_device == nullptr) {
      set_up_host_row(
          benchmark::RegisterBenchmark(name.c_str(), run_on_host, make, variant.run)->Arg(sizes[0]));
      continue;
    }
    if (!variant.supported().available) continue;
    auto* row = benchmark::RegisterBenchmark(name.c_str(), run_on_device, make, variant.run_on_device);
    for (const std::int64_t size : sizes) row->Arg(size);
    set_up_row(row);
  }
#ifdef WARP_JUDGE_HAS_M4RI
  auto* row =
      benchmark::RegisterBenchmark(row_name("bit-system", element, "cpu-m4ri").c_str(), run_m4ri, make);
  for (const std::int64_t size : sizes) row->Arg(size);
  set_up_host_row(row);
#endif
}

}  // namespace

void register_bit_system() {
  register_systems("lights out", lights_out);
  register_systems("random", random_bits);
}

}  // namespace kernels_bench
