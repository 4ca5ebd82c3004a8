#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "kernels/bench/matmul_operands.hpp"

namespace kernels_bench {
namespace {

/// The shape of a product of m x k and k x n, in eighths of the row's argument.
struct Shape {
  std::size_t m = 8, k = 8, n = 8;
};

template <class T>
void run(benchmark::State& state, kernels::MatmulDeviceFunction<T>* multiply, const char* ceiling,
         Shape eighths) {
  const auto side = static_cast<std::size_t>(state.range(0));
  time_product(state, multiply, {side * eighths.m / 8, side * eighths.k / 8, side * eighths.n / 8}, ceiling);
}

/// Variants that at the largest size would take most of the time of all rows.
constexpr std::string_view simple_variants[] = {"gpu-naive", "gpu-tiled", "gpu-texture", "gpu-shared-blocks"};

bool is_simple(std::string_view variant) {
  return std::ranges::count(simple_variants, variant) > 0;
}

/// Sizes that no tile divides, and some that all do. float64 ends at half of float32's bytes a side.
constexpr int square_sizes[] = {256,  383,  512,  641,  777,  1000, 1024, 1280, 1500,
                                2047, 2048, 3001, 4096, 6000, 8191, 8192, 16384};

template <class T>
void register_type(std::string_view type, const char* ceiling) {
  for (const auto& variant : kernels::matmul_variants<T>()) {
    if (variant.run_on_device == nullptr || !variant.supported().available) continue;
    const int largest = is_simple(variant.name) ? 4096 : 65536 / static_cast<int>(sizeof(T));
    auto* row = benchmark::RegisterBenchmark(row_name("matmul", type, variant.name).c_str(), run<T>,
                                             variant.run_on_device, ceiling, Shape{});
    for (const int n : square_sizes) {
      const auto side = static_cast<std::uint64_t>(n);
      if (n <= largest && side * side * side <= variant.largest_size) row->Arg(n);
    }
    set_up_row(row);
  }
}

/// One of the three sizes is an eighth of the others: a low left factor, a short sum, a narrow right factor.
template <class T>
void register_flat(std::string_view type, const char* ceiling) {
  constexpr std::pair<std::string_view, Shape> shapes[] = {
      {"matmul-low", {1, 8, 8}}, {"matmul-short", {8, 1, 8}}, {"matmul-narrow", {8, 8, 1}}};
  for (const auto& [operation, shape] : shapes) {
    for (const auto& variant : kernels::matmul_variants<T>()) {
      if (variant.run_on_device == nullptr || !variant.supported().available || is_simple(variant.name))
        continue;
      auto* row = benchmark::RegisterBenchmark(row_name(operation, type, variant.name).c_str(), run<T>,
                                               variant.run_on_device, ceiling, shape);
      for (const int side : {1024, 2000, 4096, 8000}) row->Arg(side);
      set_up_row(row);
    }
  }
}

}  // namespace

void register_matmul() {
  register_type<float>("float32", "fma-float32");
  register_type<double>("float64", "fma-float64");
  register_flat<float>("float32", "fma-float32");
  register_flat<double>("float64", "fma-float64");
}

}  // namespace kernels_bench
