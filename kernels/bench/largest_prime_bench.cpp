#include <random>
#include <string_view>
#include <vector>

#include "kernels/bench/gpu_timing.hpp"
#include "kernels/bench/operations.hpp"
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/largest_prime/largest_prime.hpp"

namespace kernels_bench {
namespace {

/// Random bounds with all 64 bits.
std::vector<std::uint64_t> long_bounds(std::size_t size) {
  std::mt19937_64 random(size);
  std::vector<std::uint64_t> bounds(size);
  for (std::uint64_t& bound : bounds) bound = random() | std::uint64_t{1} << 63;
  return bounds;
}

constexpr const char* millions = "M/s";  // of bounds

void run_on_device(benchmark::State& state, kernels::LargestPrimeDeviceFunction* find) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const std::vector<std::uint64_t> bounds = long_bounds(size);
  const kernels::DeviceBuffer<std::uint64_t> there(size), primes(size);
  kernels::check_cuda(cudaMemcpy(there.data(), bounds.data(), there.bytes(), cudaMemcpyHostToDevice),
                      "copy of the bounds");
  time_on_gpu(state, {millions, 1e-6 * static_cast<double>(size), ""},
              [&](cudaStream_t stream, std::size_t) { find(there.span(), primes.span(), stream); });
}

void run_on_host(benchmark::State& state, kernels::LargestPrimeFunction* find) {
  const auto size = static_cast<std::size_t>(state.range(0));
  const std::vector<std::uint64_t> bounds = long_bounds(size);
  std::vector<std::uint64_t> primes(size);
  find(std::span(bounds).first(1), std::span(primes).first(1));  // a GPU starts
  time_on_host(state, {millions, 1e-6 * static_cast<double>(size), ""}, [&] { find(bounds, primes); });
}

/// One bound after the other: each waits for the prime before.
void run_one_by_one(benchmark::State& state, kernels::LargestPrimeFunction* find) {
  constexpr std::size_t size = 100'000;
  const std::vector<std::uint64_t> bounds = long_bounds(size);
  time_on_host(
      state, {millions, 1e-6, ""},
      [&] {
        std::uint64_t prime = 1;
        for (std::uint64_t bound : bounds) {
          bound -= prime % 2 - 1;  // an odd prime changes nothing but the order
          find({&bound, 1}, {&prime, 1});
        }
      },
      size);
}

constexpr int batch = 1'000'000;

template <class Function>
void add_row(std::string_view element, std::string_view name, void (*run)(benchmark::State&, Function*),
             Function* find, int size, void (*set_up)(benchmark::internal::Benchmark*)) {
  set_up(
      benchmark::RegisterBenchmark(row_name("largest-prime", element, name).c_str(), run, find)->Arg(size));
}

}  // namespace

void register_largest_prime() {
  for (const std::string_view name : {"cpu-miller-rabin", "cpu-bpsw"}) {
    const auto* variant = kernels::find_variant(kernels::largest_prime_variants(), name);
    add_row("one by one", name, run_one_by_one, variant->run, 1, set_up_host_row);
  }
  for (const std::string_view name :
       {"cpu-miller-rabin", "cpu-bpsw", "cpu-bpsw-parallel", "gpu-miller-rabin", "gpu-bpsw"}) {
    const auto* variant = kernels::find_variant(kernels::largest_prime_variants(), name);
    add_row("batch", name, run_on_host, variant->run, batch, set_up_host_row);
    if (variant->run_on_device == nullptr) continue;
    add_row("batch in device memory", name, run_on_device, variant->run_on_device, batch, set_up_row);
  }
}

}  // namespace kernels_bench
