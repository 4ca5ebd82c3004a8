// Numbers from text and to text, both in device memory: a row's size is how many they are, its rate that of the text.

#include <cstdint>
#include <limits>

#include "kernels/bench/gpu_timing.hpp"
#include "kernels/bench/operations.hpp"
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/text/parse.hpp"
#include "kernels/text/print.hpp"

namespace kernels_bench {
namespace {

using kernels::DeviceBuffer;

/// Random numbers, and their text in rows of 1000.
template <class T>
struct Printed {
  explicit Printed(std::size_t size)
      : numbers(size),
        counts(kernels::print_tiles(size)),
        bytes_before(kernels::print_tiles(size) + 1),
        text(kernels::padded_text_bytes(size * kernels::most_text_bytes<T>)) {
    fill_random(numbers.data(), size, 1, nullptr);
    print(nullptr);
    kernels::check_cuda(cudaMemcpy(&text_bytes, bytes_before.data() + kernels::print_tiles(size),
                                   sizeof text_bytes, cudaMemcpyDeviceToHost),
                        "size of the text");
    kernels::check_cuda(cudaMemset(text.data() + text_bytes, ' ', text.size() - text_bytes), "blanks");
  }

  void print(cudaStream_t stream) const {
    const kernels::NumberRows<T> rows = {numbers.data(), numbers.size(), 0, 1000};
    kernels::measure_text(rows, counts.data(), bytes_before.data(), stream);
    kernels::print_text(rows, bytes_before.data(), text.data(), stream);
  }

  Quantity quantity() const { return {"GB/s", 1e-9 * static_cast<double>(text_bytes), ""}; }

  DeviceBuffer<T> numbers;
  DeviceBuffer<std::uint32_t> counts;
  DeviceBuffer<std::uint64_t> bytes_before;
  DeviceBuffer<char> text;
  std::uint64_t text_bytes = 0;
};

template <class T>
void print(benchmark::State& state) {
  const Printed<T> printed(static_cast<std::size_t>(state.range(0)));
  time_on_gpu(state, printed.quantity(), [&](cudaStream_t stream, std::size_t) { printed.print(stream); });
}

template <class Kind>
void read(benchmark::State& state, Kind kind) {
  using Number = typename Kind::Number;
  constexpr std::uint32_t most_hard_tokens = 4096;
  const Printed<Number> printed(static_cast<std::size_t>(state.range(0)));
  const DeviceBuffer<Number> values(printed.numbers.size());
  const DeviceBuffer<std::uint32_t> counts(kernels::parse_tiles(printed.text_bytes)), hard_count(1);
  const DeviceBuffer<std::uint64_t> tokens_before(counts.size() + 1);
  const DeviceBuffer<kernels::HardToken> hard(most_hard_tokens);
  time_on_gpu(state, printed.quantity(), [&](cudaStream_t stream, std::size_t) {
    kernels::check_cuda(cudaMemsetAsync(hard_count.data(), 0, sizeof(std::uint32_t), stream), "count");
    kernels::count_tokens(printed.text.data(), printed.text_bytes, counts.data(), tokens_before.data(),
                          stream);
    kernels::convert_tokens(printed.text.data(), printed.text_bytes, tokens_before.data(), kind,
                            values.span(), {hard_count.data(), hard.data(), most_hard_tokens}, stream);
  });
}

void set_up(benchmark::internal::Benchmark* row) {
  constexpr std::size_t most_bytes_each = 40;  // of a number, its text, and what is read from that
  for (const int power : {20, 24, 28}) {
    const auto size = std::size_t{1} << power;
    if (fits_in_memory(size * most_bytes_each)) row->Arg(static_cast<std::int64_t>(size));
  }
  set_up_row(row);
}

}  // namespace

void register_text() {
  const kernels::IntegerTokens any_integer = {std::numeric_limits<std::int32_t>::min(),
                                              std::numeric_limits<std::int32_t>::max()};
  set_up(benchmark::RegisterBenchmark(row_name("text-read", "int32", "gpu-tiles").c_str(),
                                      read<kernels::IntegerTokens>, any_integer));
  set_up(benchmark::RegisterBenchmark(row_name("text-read", "float32", "gpu-tiles").c_str(),
                                      read<kernels::DecimalTokens>, kernels::DecimalTokens{}));
  set_up(benchmark::RegisterBenchmark(row_name("text-print", "int32", "gpu-tiles").c_str(),
                                      print<std::int32_t>));
  set_up(benchmark::RegisterBenchmark(row_name("text-print", "int64", "gpu-tiles").c_str(),
                                      print<std::int64_t>));
  set_up(benchmark::RegisterBenchmark(row_name("text-print", "float32", "gpu-tiles").c_str(), print<float>));
}

}  // namespace kernels_bench
