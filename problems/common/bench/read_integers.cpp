// Compares reading integers on one core: the Reader from a file and from a pipe, std::from_chars from memory,
// and fscanf.

#include <benchmark/benchmark.h>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "problems/common/bench/numbers.hpp"
#include "problems/common/reading/reader.hpp"

namespace problems::bench {
namespace {

constexpr std::int32_t lowest = -2147483647 - 1;
constexpr std::int32_t highest = 2147483647;

const std::string& text(std::int64_t kind) {
  static const std::string texts[] = {text_of(mixed_integers(), shortest<std::int32_t>),
                                      text_of(billion_integers(), shortest<std::int32_t>)};
  return texts[kind];
}

void finish(benchmark::State& state) {
  const auto numbers = state.iterations() * static_cast<std::int64_t>(count);
  state.SetItemsProcessed(numbers);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text(state.range(0)).size()));
  state.SetLabel(state.range(0) == 0 ? "1 to 10 digits" : "up to 10^9");
}

void reader_file(benchmark::State& state) {
  const MemoryFile file(text(state.range(0)));
  for (auto _ : state) {
    Reader reader(file.from_start(), Reader::default_buffer_bytes);
    benchmark::DoNotOptimize(reader.integers(count, lowest, highest, "A"));
  }
  finish(state);
}

void reader_one_by_one(benchmark::State& state) {
  const MemoryFile file(text(state.range(0)));
  for (auto _ : state) {
    Reader reader(file.from_start(), Reader::default_buffer_bytes);
    std::vector<std::int32_t> values;
    values.reserve(count);
    for (std::size_t i = 0; i < count; ++i) values.push_back(reader.integer(lowest, highest, "A"));
    benchmark::DoNotOptimize(values.data());
  }
  finish(state);
}

void reader_pipe(benchmark::State& state) {
  for (auto _ : state) {
    int ends[2];
    if (::pipe(ends) != 0) return state.SkipWithError("no pipe");
    std::jthread feeder([&] {
      std::string_view left = text(state.range(0));
      while (!left.empty())
        left.remove_prefix(static_cast<std::size_t>(::write(ends[1], left.data(), left.size())));
      ::close(ends[1]);
    });
    Reader reader(ends[0], Reader::default_buffer_bytes);
    benchmark::DoNotOptimize(reader.integers(count, lowest, highest, "A"));
    feeder.join();
    ::close(ends[0]);
  }
  finish(state);
}

void from_chars(benchmark::State& state) {
  const std::string& input = text(state.range(0));
  for (auto _ : state) {
    std::vector<std::int32_t> values;
    values.reserve(count);
    const char* position = input.data();
    const char* const end = position + input.size();
    for (std::size_t i = 0; i < count; ++i) {
      while (*position == ' ' || *position == '\n' || *position == '\r' || *position == '\t') ++position;
      std::int32_t value = 0;
      position = std::from_chars(position, end, value).ptr;
      values.push_back(value);
    }
    benchmark::DoNotOptimize(values.data());
  }
  finish(state);
}

void fscanf(benchmark::State& state) {
  const MemoryFile file(text(state.range(0)));
  for (auto _ : state) {
    std::FILE* stream = ::fdopen(::dup(file.from_start()), "r");
    std::vector<std::int32_t> values(count);
    for (std::int32_t& value : values) {
      if (std::fscanf(stream, "%d", &value) != 1) return state.SkipWithError("bad number");
    }
    benchmark::DoNotOptimize(values.data());
    std::fclose(stream);
  }
  finish(state);
}

BENCHMARK(reader_file)->Arg(0)->Arg(1);
BENCHMARK(reader_one_by_one)->Arg(0)->Arg(1);
BENCHMARK(reader_pipe)->Arg(0)->Arg(1)->UseRealTime();
BENCHMARK(from_chars)->Name("std::from_chars")->Arg(0)->Arg(1);
BENCHMARK(fscanf)->Name("fscanf")->Arg(0)->Arg(1);

}  // namespace
}  // namespace problems::bench
