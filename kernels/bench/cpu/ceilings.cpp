// What the cores that this process may run on can do at most: `judge calibrate` runs it pinned to one core,
// and on all. The rows "ceiling/<name>":
//
// memory-copy     std::memcpy between buffers beyond the caches, a part each core; bytes read plus written.
// memory-read     the exclusive or of the same buffers.
// gemm-float32,   products of matrices by the fastest variant that is built: OpenBLAS, or else cpu-blocked.
// gemm-float64

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "base/cores.hpp"
#include "kernels/matmul/matmul.hpp"

namespace {

constexpr std::size_t least_bytes = std::size_t{256} << 20;
constexpr double row_seconds = 0.3;

/// The last-level caches of these cores together.
std::size_t cache_bytes() {
  std::size_t bytes = 0;
  for (const auto& cache : benchmark::CPUInfo::Get().caches) {
    const auto sharing = static_cast<std::size_t>(std::max(cache.num_sharing, 1));
    const std::size_t count = (base::usable_core_count() + sharing - 1) / sharing;
    bytes = std::max(bytes, static_cast<std::size_t>(cache.size) * count);
  }
  return bytes;
}

/// The size of a buffer: four times the caches, but no more than a sixteenth of the machine's memory.
std::size_t buffer_bytes() {
  const auto memory =
      static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
  return std::min(std::max(4 * cache_bytes(), least_bytes), memory / 16);
}

/// This thread's part of the buffer, written by itself so that the memory is near its core.
std::vector<std::uint64_t> own_part(const benchmark::State& state, std::uint64_t seed) {
  std::vector<std::uint64_t> part(buffer_bytes() / sizeof(std::uint64_t) /
                                  static_cast<std::size_t>(state.threads()));
  for (std::uint64_t& value : part) value = seed = seed * 6364136223846793005u + 1442695040888963407u;
  return part;
}

/// What all iterations of this thread moved or computed, in 1e9; Google Benchmark adds up the threads.
void report(benchmark::State& state, const char* unit, double giga_per_iteration) {
  state.counters[unit] = benchmark::Counter(giga_per_iteration * static_cast<double>(state.iterations()),
                                            benchmark::Counter::kIsRate);
}

void copy(benchmark::State& state) {
  const std::vector<std::uint64_t> from = own_part(state, 1);
  std::vector<std::uint64_t> to = own_part(state, 2);
  const std::size_t bytes = from.size() * sizeof from[0];
  for ([[maybe_unused]] const auto turn : state) {
    std::memcpy(to.data(), from.data(), bytes);
    benchmark::ClobberMemory();
  }
  report(state, "GB/s", 2e-9 * static_cast<double>(bytes));
}

void read(benchmark::State& state) {
  const std::vector<std::uint64_t> data = own_part(state, 1);
  for ([[maybe_unused]] const auto turn : state) {
    std::uint64_t mixed = 0;
    for (const std::uint64_t value : data) mixed ^= value;
    benchmark::DoNotOptimize(mixed);
  }
  report(state, "GB/s", 1e-9 * static_cast<double>(data.size() * sizeof data[0]));
}

template <class T>
void gemm(benchmark::State& state) {
  const auto variants = kernels::matmul_variants<T>();
  const auto* variant = kernels::find_variant(variants, "cpu-openblas");
  if (!variant->supported().available) variant = kernels::find_variant(variants, "cpu-blocked");
  const std::size_t n = variant->uses_all_cores && base::usable_core_count() > 4 ? 4096 : 2048;
  std::vector<T> a(n * n), b(n * n), c(n * n);
  for (std::size_t i = 0; i < n * n; ++i) {
    a[i] = static_cast<T>(static_cast<double>(i * 7919 % 1009) / 1009 - 0.5);
    b[i] = static_cast<T>(static_cast<double>(i * 104729 % 2003) / 2003 - 0.5);
  }
  for ([[maybe_unused]] const auto turn : state) {
    variant->run({a.data(), n, n, n}, {b.data(), n, n, n}, {c.data(), n, n, n});
    benchmark::ClobberMemory();
  }
  const auto side = static_cast<double>(n);
  report(state, "GFLOP/s", 2e-9 * side * side * side);
  state.SetLabel(std::string(variant->name));
}

template <class Row>
void set_up(Row* row) {
  row->UseRealTime()->MinTime(row_seconds);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  const auto cores = static_cast<int>(base::usable_core_count());
  benchmark::AddCustomContext("cores", std::to_string(cores));
  benchmark::AddCustomContext("cache_bytes", std::to_string(cache_bytes()));
  set_up(benchmark::RegisterBenchmark("ceiling/memory-copy", copy)->Threads(cores));
  set_up(benchmark::RegisterBenchmark("ceiling/memory-read", read)->Threads(cores));
  set_up(benchmark::RegisterBenchmark("ceiling/gemm-float32", gemm<float>));
  set_up(benchmark::RegisterBenchmark("ceiling/gemm-float64", gemm<double>));
  benchmark::RunSpecifiedBenchmarks();
}
