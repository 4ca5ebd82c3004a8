#ifdef WARP_JUDGE_HAS_PRIMESIEVE
#include <primesieve.hpp>
#endif

#include "kernels/bench/gpu_timing.hpp"
#include "kernels/bench/operations.hpp"
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/prime_tally/prime_tally.hpp"

namespace kernels_bench {
namespace {

Quantity numbers_below(std::int64_t limit) {
  return {"M/s", 1e-6 * static_cast<double>(limit), ""};
}

void run_on_device(benchmark::State& state, kernels::PrimeTallyDeviceFunction* tally) {
  const kernels::DeviceBuffer<kernels::PrimeTally> result(1);
  time_on_gpu(state, numbers_below(state.range(0)), [&](cudaStream_t stream, std::size_t) {
    tally(static_cast<std::uint64_t>(state.range(0)), result.span(), stream);
  });
}

void run_on_host(benchmark::State& state, kernels::PrimeTallyFunction* tally) {
  time_on_host(state, numbers_below(state.range(0)),
               [&] { benchmark::DoNotOptimize(tally(static_cast<std::uint64_t>(state.range(0)))); });
}

#ifdef WARP_JUDGE_HAS_PRIMESIEVE
/// Counts the primes and does not sum, on all cores.
void run_primesieve(benchmark::State& state) {
  time_on_host(state, numbers_below(state.range(0)), [&] {
    benchmark::DoNotOptimize(primesieve::count_primes(0, static_cast<std::uint64_t>(state.range(0)) - 1));
  });
}
#endif

}  // namespace

void register_prime_tally() {
  constexpr std::int64_t million = 1'000'000;
  for (const auto& variant : kernels::prime_tally_variants()) {
    const std::string name = row_name("prime-tally", "uint64", variant.name);
    if (variant.run_on_device != nullptr) {
      auto* row = benchmark::RegisterBenchmark(name.c_str(), run_on_device, variant.run_on_device);
      for (const std::int64_t limit : {million, 100 * million, 1000 * million, 10'000 * million})
        row->Arg(limit);
      set_up_row(row);
    } else {
      set_up_host_row(benchmark::RegisterBenchmark(name.c_str(), run_on_host, variant.run)
                          ->Arg(million)
                          ->Arg(100 * million));
    }
  }
#ifdef WARP_JUDGE_HAS_PRIMESIEVE
  set_up_host_row(benchmark::RegisterBenchmark("prime-tally/uint64/cpu-primesieve", run_primesieve)
                      ->Arg(million)
                      ->Arg(100 * million)
                      ->Arg(1000 * million)
                      ->Arg(10'000 * million));
#endif
}

}  // namespace kernels_bench
