// Compares reading float32 decimals on one core: the Reader from a file, and std::from_chars and strtof from
// memory.

#include <benchmark/benchmark.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "problems/common/bench/numbers.hpp"
#include "problems/common/reading/reader.hpp"

namespace problems::bench {
namespace {

const std::string& text(std::int64_t kind) {
  static const std::string texts[] = {text_of(unit_decimals(), shortest<float>),
                                      text_of(sum_decimals(), six_places),
                                      text_of(any_decimals(), shortest<float>)};
  return texts[kind];
}

void finish(benchmark::State& state) {
  static const char* const labels[] = {"shortest, in [-1, 1]", "six places", "shortest, any float32"};
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text(state.range(0)).size()));
  state.SetLabel(labels[state.range(0)]);
}

void reader_file(benchmark::State& state) {
  const MemoryFile file(text(state.range(0)));
  for (auto _ : state) {
    Reader reader(file.from_start(), Reader::default_buffer_bytes);
    benchmark::DoNotOptimize(reader.decimals<float>(count, "A"));
  }
  finish(state);
}

void from_chars(benchmark::State& state) {
  const std::string& input = text(state.range(0));
  for (auto _ : state) {
    std::vector<float> values;
    values.reserve(count);
    const char* position = input.data();
    const char* const end = position + input.size();
    for (std::size_t i = 0; i < count; ++i) {
      while (*position == ' ' || *position == '\n' || *position == '\r' || *position == '\t') ++position;
      float value = 0;
      position = std::from_chars(position, end, value).ptr;
      values.push_back(value);
    }
    benchmark::DoNotOptimize(values.data());
  }
  finish(state);
}

void strtof(benchmark::State& state) {
  const std::string& input = text(state.range(0));
  for (auto _ : state) {
    std::vector<float> values;
    values.reserve(count);
    const char* position = input.data();
    for (std::size_t i = 0; i < count; ++i) {
      char* next = nullptr;
      values.push_back(std::strtof(position, &next));
      position = next;
    }
    benchmark::DoNotOptimize(values.data());
  }
  finish(state);
}

BENCHMARK(reader_file)->Name("reader_float32")->DenseRange(0, 2);
BENCHMARK(from_chars)->Name("std::from_chars float32")->DenseRange(0, 2);
BENCHMARK(strtof)->Name("strtof")->DenseRange(0, 2);

}  // namespace
}  // namespace problems::bench
