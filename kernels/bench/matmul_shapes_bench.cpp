// Products of two hundred shapes that no tile divides, next to the best that cuBLASLt has for each: where a technique that is
// tuned on a few sizes loses.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "kernels/bench/best_cublaslt.hpp"
#include "kernels/bench/matmul_operands.hpp"

namespace kernels_bench {
namespace {

constexpr const char* ceiling = "fma-float32";

/// What a row's size is divided by for m, k and n of a product of m x k and k x n.
struct Divisors {
  std::size_t m = 1, k = 1, n = 1;
};

struct Family {
  std::string_view operation;
  Divisors divisors;
  std::vector<int> sizes;
};

/// Odd numbers and multiples of few powers of two, each some 5% larger than the one before.
std::vector<int> square_sizes() {
  return {129,  131,  137,  139,  145,  150,  157,  161,  167,  175,  181,  190,   199,   207,
          215,  225,  233,  243,  257,  270,  283,  297,  310,  325,  341,  357,   373,   391,
          409,  430,  450,  471,  493,  515,  541,  566,  593,  620,  650,  681,   713,   746,
          777,  815,  853,  893,  935,  979,  1001, 1050, 1099, 1150, 1201, 1259,  1319,  1381,
          1450, 1515, 1583, 1657, 1735, 1817, 1901, 1990, 2030, 2047, 2125, 2225,  2330,  2441,
          2555, 2675, 2801, 2930, 3070, 3210, 3363, 3520, 3685, 3860, 4045, 4235,  4433,  4641,
          4860, 5090, 5330, 5600, 5850, 6130, 6420, 7001, 7500, 8191, 9001, 10007, 12001, 16381};
}

std::vector<Family> families() {
  const std::vector<int> by_8 = {328,  520,  776,  1000, 1304, 1608, 2008,  2504, 3000,
                                 3608, 4248, 5000, 6008, 7208, 8488, 10008, 12008};
  const std::vector<int> by_64 = {1088, 1344, 1600, 1984,  2368,  2880,  3392,  4160, 4992,
                                  6080, 7232, 8640, 10048, 12032, 13696, 14976, 16320};
  return {{"matmul-shapes", {}, square_sizes()},         {"matmul-shapes-low-8", {8, 1, 1}, by_8},
          {"matmul-shapes-short-8", {1, 8, 1}, by_8},    {"matmul-shapes-narrow-8", {1, 1, 8}, by_8},
          {"matmul-shapes-low-64", {64, 1, 1}, by_64},   {"matmul-shapes-short-64", {1, 64, 1}, by_64},
          {"matmul-shapes-narrow-64", {1, 1, 64}, by_64}};
}

ProductSizes sizes_of(std::int64_t size, const Divisors& divisors) {
  const auto side = static_cast<std::size_t>(size);
  return {side / divisors.m, side / divisors.k, side / divisors.n};
}

void run(benchmark::State& state, kernels::MatmulDeviceFunction<float>* multiply, const Divisors& divisors) {
  time_product(state, multiply, sizes_of(state.range(0), divisors), ceiling);
}

#ifdef WARP_JUDGE_HAS_CUBLASLT
void run_best_of_library(benchmark::State& state, const Divisors& divisors) {
  const auto [m, k, n] = sizes_of(state.range(0), divisors);
  const ProductOperands<float> operands({m, k, n});
  // Chosen once for all repetitions.
  static std::map<std::array<std::size_t, 3>, std::unique_ptr<BestCublasLt>> chosen;
  auto& multiply = chosen[{m, k, n}];
  if (!multiply) {
    multiply = std::make_unique<BestCublasLt>(operands.left(), operands.right(), operands.product());
  }
  time_on_gpu(state, operands.operations(ceiling), [&](cudaStream_t stream, std::size_t) {
    (*multiply)(operands.left(), operands.right(), operands.product(), stream);
  });
}
#endif

void set_up(benchmark::internal::Benchmark* row, const std::vector<int>& sizes) {
  for (const int size : sizes) row->Arg(size);
  set_up_row(row);
}

}  // namespace

void register_matmul_shapes() {
  constexpr std::array<std::string_view, 3> shown = {"gpu-register-tiles", "gpu-tensor-fp16x3", "gpu-cublas"};
  for (const auto& [operation, divisors, sizes] : families()) {
    for (const auto& variant : kernels::matmul_variants<float>()) {
      const bool is_shown = std::ranges::count(shown, variant.name) > 0;
      if (!is_shown || variant.run_on_device == nullptr || !variant.supported().available) continue;
      set_up(benchmark::RegisterBenchmark(row_name(operation, "float32", variant.name).c_str(), run,
                                          variant.run_on_device, divisors),
             sizes);
    }
#ifdef WARP_JUDGE_HAS_CUBLASLT
    set_up(benchmark::RegisterBenchmark(row_name(operation, "float32", "gpu-cublaslt").c_str(),
                                        run_best_of_library, divisors),
           sizes);
#endif
  }
}

}  // namespace kernels_bench
