// Compares printing integers on one core: the Writer, std::to_chars and fprintf.

#include <benchmark/benchmark.h>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "problems/common/bench/numbers.hpp"
#include "problems/common/printing/writer.hpp"

namespace problems::bench {
namespace {

const std::vector<std::int32_t>& values(std::int64_t kind) {
  static const std::vector<std::int32_t> all[] = {mixed_integers(), billion_integers()};
  return all[kind];
}

void finish(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
  state.SetLabel(state.range(0) == 0 ? "1 to 10 digits" : "up to 10^9");
}

void writer(benchmark::State& state) {
  const MemoryFile file("");
  for (auto _ : state) {
    Writer out(file.from_start(), nullptr, {.cores = 1});
    out.row<std::int32_t>(values(state.range(0)));
    out.flush();
  }
  finish(state);
}

void writer_one_by_one(benchmark::State& state) {
  const MemoryFile file("");
  for (auto _ : state) {
    Writer out(file.from_start(), nullptr, {.cores = 1});
    for (const std::int32_t value : values(state.range(0))) {
      out.integer(value);
      out.character(' ');
    }
    out.flush();
  }
  finish(state);
}

void to_chars(benchmark::State& state) {
  std::vector<char> text(32 * count);
  for (auto _ : state) {
    char* position = text.data();
    for (const std::int32_t value : values(state.range(0))) {
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
    for (const std::int32_t value : values(state.range(0))) std::fprintf(stream, "%d ", value);
    std::fclose(stream);
  }
  finish(state);
}

BENCHMARK(writer)->Name("writer_int32")->Arg(0)->Arg(1);
BENCHMARK(writer_one_by_one)->Name("writer_int32_one_by_one")->Arg(0)->Arg(1);
BENCHMARK(to_chars)->Name("std::to_chars int32")->Arg(0)->Arg(1);
BENCHMARK(fprintf)->Name("fprintf %d")->Arg(0)->Arg(1);

}  // namespace
}  // namespace problems::bench
