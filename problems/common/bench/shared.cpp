// Large inputs and outputs on one core and on two: 2^23 integers up to 10^9, or decimals in [-1, 1], from a file, from a
// pipe, and to a file.

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "problems/common/bench/numbers.hpp"
#include "problems/common/printing/writer.hpp"
#include "problems/common/reading/reader.hpp"

namespace problems::bench {
namespace {

constexpr std::size_t times = large_count / count;

template <class T>
std::vector<T> repeated(const std::vector<T>& values) {
  std::vector<T> all;
  for (std::size_t i = 0; i < times; ++i) all.insert(all.end(), values.begin(), values.end());
  return all;
}

const std::vector<std::int32_t>& integers() {
  static const std::vector<std::int32_t> values = repeated(billion_integers());
  return values;
}

const std::vector<float>& decimals() {
  static const std::vector<float> values = repeated(unit_decimals());
  return values;
}

template <class T>
const std::string& text(const std::vector<T>& values) {
  static const std::string whole = text_of(values, shortest<T>);
  return whole;
}

Sharing sharing(const benchmark::State& state) {
  return {.cores = static_cast<unsigned>(state.range(0))};
}

template <class T>
void read_all(Reader& reader) {
  if constexpr (std::is_integral_v<T>) {
    benchmark::DoNotOptimize(reader.integers<T>(large_count, -2147483647 - 1, 2147483647, "A"));
  } else {
    benchmark::DoNotOptimize(reader.decimals<T>(large_count, "A"));
  }
}

void finish(benchmark::State& state, std::size_t bytes) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(large_count));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

template <class T>
void read_file(benchmark::State& state, const std::vector<T>& values) {
  const MemoryFile file(text(values));
  for (auto _ : state) {
    Reader reader(file.from_start(), Reader::default_buffer_bytes, sharing(state));
    read_all<T>(reader);
  }
  finish(state, text(values).size());
}

template <class T>
void read_pipe(benchmark::State& state, const std::vector<T>& values) {
  for (auto _ : state) {
    int ends[2];
    if (::pipe(ends) != 0) return state.SkipWithError("no pipe");
    std::jthread feeder([&] {
      std::string_view left = text(values);
      while (!left.empty())
        left.remove_prefix(static_cast<std::size_t>(::write(ends[1], left.data(), left.size())));
      ::close(ends[1]);
    });
    Reader reader(ends[0], Reader::default_buffer_bytes, sharing(state));
    read_all<T>(reader);
    feeder.join();
    ::close(ends[0]);
  }
  finish(state, text(values).size());
}

template <class T>
void print_file(benchmark::State& state, const std::vector<T>& values) {
  const MemoryFile file("");
  std::uint64_t bytes = 0;
  for (auto _ : state) {
    bytes = 0;
    Writer out(file.from_start(), &bytes, {.cores = static_cast<unsigned>(state.range(0))});
    out.row<T>(values);
    out.flush();
  }
  finish(state, bytes);
}

/// Adds rows for one core and for two, with wall-clock time and the CPU time of all threads.
template <class Run>
void on_cores(const char* name, Run run) {
  benchmark::RegisterBenchmark(name, run)
      ->ArgName("cores")
      ->Arg(1)
      ->Arg(2)
      ->UseRealTime()
      ->MeasureProcessCPUTime()
      ->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  on_cores("read_file_int32", [](benchmark::State& state) { read_file(state, integers()); });
  on_cores("read_pipe_int32", [](benchmark::State& state) { read_pipe(state, integers()); });
  on_cores("print_file_int32", [](benchmark::State& state) { print_file(state, integers()); });
  on_cores("read_file_float32", [](benchmark::State& state) { read_file(state, decimals()); });
  on_cores("read_pipe_float32", [](benchmark::State& state) { read_pipe(state, decimals()); });
  on_cores("print_file_float32", [](benchmark::State& state) { print_file(state, decimals()); });
  return true;
}();

}  // namespace
}  // namespace problems::bench
