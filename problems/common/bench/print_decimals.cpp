// Compares printing decimals on one core: the Writer, std::to_chars and fprintf.

#include <benchmark/benchmark.h>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "problems/common/bench/numbers.hpp"
#include "problems/common/printing/writer.hpp"

namespace problems::bench {
namespace {

const std::vector<float>& values(std::int64_t kind) {
  static const std::vector<float> all[] = {unit_decimals(), sum_decimals(), any_decimals()};
  return all[kind];
}

void finish(benchmark::State& state) {
  static const char* const labels[] = {"in [-1, 1]", "sums of 12", "any float32"};
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
  state.SetLabel(labels[state.range(0)]);
}

void writer(benchmark::State& state) {
  const MemoryFile file("");
  for (auto _ : state) {
    Writer out(file.from_start(), nullptr, {.cores = 1});
    out.row<float>(values(state.range(0)));
    out.flush();
  }
  finish(state);
}

void to_chars(benchmark::State& state) {
  std::vector<char> text(32 * count);
  for (auto _ : state) {
    char* position = text.data();
    for (const float value : values(state.range(0))) {
      position = std::to_chars(position, position + 32, value).ptr;
      *position++ = ' ';
    }
    benchmark::DoNotOptimize(text.data());
  }
  finish(state);
}

void fprintf(benchmark::State& state) {
  const MemoryFile file("");
  for (auto _ : state) {
    std::FILE* stream = ::fdopen(::dup(file.from_start()), "w");
    for (const float value : values(state.range(0))) std::fprintf(stream, "%.9g ", value);
    std::fclose(stream);
  }
  finish(state);
}

BENCHMARK(writer)->Name("writer_float32")->DenseRange(0, 2);
BENCHMARK(to_chars)->Name("std::to_chars float32")->DenseRange(0, 2);
BENCHMARK(fprintf)->Name("fprintf %.9g")->DenseRange(0, 2);

}  // namespace
}  // namespace problems::bench
