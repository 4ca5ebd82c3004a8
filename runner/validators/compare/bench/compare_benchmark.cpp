// Bytes of output compared a second, in memory: a file
// descriptor that is read again from its beginning each time.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <random>
#include <string>

#include "base/descriptor.hpp"
#include "runner/validators/compare/comparison.hpp"

namespace {

constexpr int numbers = 1'000'000;

// `numbers` decimals below 1000, ten a line, the same for every `digits` but for the rounding.
std::string decimals(int digits) {
  std::mt19937_64 random(1);
  std::string text;
  for (int i = 1; i <= numbers; ++i) {
    const double value = static_cast<double>(random()) * 0x1p-64 * 1000;
    fmt::format_to(std::back_inserter(text), "{:.{}f}{}", value, digits, i % 10 == 0 ? '\n' : ' ');
  }
  return text;
}

void compare(benchmark::State& state, int answer_digits, int output_digits, unsigned cores = 1) {
  constexpr std::array flags = {"float_tolerance", "1e-6"};
  const validator::Options options = validator::parse_options(flags);
  const std::string answer = decimals(answer_digits), output = decimals(output_digits);
  const base::Descriptor file(memfd_create("output", MFD_CLOEXEC));
  if (write(file.number(), output.data(), output.size()) != static_cast<ssize_t>(output.size())) {
    state.SkipWithError("cannot write the output");
    return;
  }
  for (auto _ : state) {
    lseek(file.number(), 0, SEEK_SET);
    validator::OutputReader reader(file.number());
    if (validator::first_difference(answer, reader, options, cores))
      state.SkipWithError("the output was refused");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(output.size()));
}

}  // namespace

BENCHMARK_CAPTURE(compare, equal_texts, 9, 9);
BENCHMARK_CAPTURE(compare, answer_of_9_digits_output_of_7, 9, 7);
BENCHMARK_CAPTURE(compare, answer_of_17_digits_output_of_9, 17, 9);
BENCHMARK_CAPTURE(compare, answer_of_9_digits_output_of_7_on_two_cores, 9, 7, 2)
    ->UseRealTime()
    ->MeasureProcessCPUTime();
