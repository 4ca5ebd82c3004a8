#include <string_view>

#include "kernels/bench/gpu_timing.hpp"
#include "kernels/bench/operations.hpp"
#include "kernels/transpose/transpose.hpp"

namespace kernels_bench {
namespace {

/// n x n, n x 4n or 4n x n, n = the row's argument.
struct Shape {
  std::string_view operation;
  std::size_t rows_factor, columns_factor;

  std::size_t elements(std::size_t n) const { return rows_factor * n * columns_factor * n; }
};
constexpr Shape square{"transpose", 1, 1}, wide{"transpose-wide", 1, 4}, tall{"transpose-tall", 4, 1};

constexpr std::string_view fastest = "gpu-vectorized", library = "gpu-cublas";

/// Every byte is read once and written once.
template <class T>
void run(benchmark::State& state, kernels::TransposeDeviceFunction<T>* transpose, const Shape& shape) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const std::size_t rows = shape.rows_factor * n, columns = shape.columns_factor * n, size = rows * columns;
  const std::size_t pairs = buffers_beyond_cache(2 * size * sizeof(T));
  T* const in = reinterpret_cast<T*>(memory_of_all_rows(2 * pairs * size * sizeof(T)));
  T* const out = in + pairs * size;
  fill_random(reinterpret_cast<std::int32_t*>(in), pairs * size * sizeof(T) / sizeof(std::int32_t), 1,
              nullptr);
  kernels::check_cuda(cudaDeviceSynchronize(), "fill");
  time_on_gpu(state, {"GB/s", 2e-9 * static_cast<double>(size * sizeof(T)), "device-copy"},
              [&](cudaStream_t stream, std::size_t call) {
                const std::size_t first = call % pairs * size;
                transpose({in + first, rows, columns, columns}, {out + first, columns, rows, rows}, stream);
              });
}

/// The largest square is for those that are fast.
void add_sizes(benchmark::internal::Benchmark* row, const Shape& shape, std::size_t element_bytes,
               bool is_fast) {
  for (const int n : {1024, 4096, 8192, 16384, 32768}) {
    const bool wanted = &shape == &square ? is_fast || n <= 16384 : n == 8192;
    if (wanted && fits_in_memory(2 * shape.elements(static_cast<std::size_t>(n)) * element_bytes))
      row->Arg(n);
  }
}

template <class T>
void register_shape(std::string_view type, const Shape& shape) {
  for (const auto& variant : kernels::transpose_variants<T>()) {
    if (variant.run_on_device == nullptr || !variant.supported().available) continue;
    if (&shape != &square && variant.name != fastest) continue;
    auto* row = benchmark::RegisterBenchmark(row_name(shape.operation, type, variant.name).c_str(), run<T>,
                                             variant.run_on_device, shape);
    add_sizes(row, shape, sizeof(T), variant.name == fastest || variant.name == library);
    set_up_row(row);
  }
  add_sizes(register_copy(row_name(shape.operation, type, "device-copy"),
                          [&shape](std::size_t n) { return shape.elements(n) * sizeof(T); }),
            shape, sizeof(T), true);
}

template <class T>
void register_type(std::string_view type) {
  for (const Shape* shape : {&square, &wide, &tall}) register_shape<T>(type, *shape);
}

}  // namespace

void register_transpose() {
  register_type<std::uint8_t>("1-byte");
  register_type<std::uint16_t>("2-byte");
  register_type<std::int32_t>("4-byte");
  register_type<std::uint64_t>("8-byte");
  register_type<kernels::Element16>("16-byte");
}

}  // namespace kernels_bench
