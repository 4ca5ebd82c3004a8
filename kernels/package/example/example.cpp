// Multiplies two matrices, transposes the product and sums its elements: on the CPU, and on a GPU where there is one.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/matmul/matmul.hpp"
#include "kernels/reduction/reduction.hpp"
#include "kernels/transpose/transpose.hpp"

namespace {

constexpr std::size_t rows = 120, inner = 70, columns = 90;

/// The technique called `name`; ends the program if this build lacks it.
template <class Function, class DeviceFunction>
Function* technique(std::span<const kernels::Variant<Function, DeviceFunction>> table,
                    std::string_view name) {
  const auto* row = kernels::find_variant(table, name);
  if (row == nullptr || row->run == nullptr) {
    std::fprintf(stderr, "this build has no %.*s\n", static_cast<int>(name.size()), name.data());
    std::exit(1);
  }
  return row->run;
}

template <class T>
kernels::MatrixView<T> view(std::vector<T>& elements, std::size_t height, std::size_t width) {
  return {elements.data(), height, width, width};
}

/// Whether the three techniques agree with what can be calculated on paper: a[i][k] = i, b[k][j] = j.
bool agrees(std::string_view matmul, std::string_view transpose, std::string_view sum) {
  std::vector<float> a(rows * inner), b(inner * columns), c(rows * columns);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i / inner);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % columns);
  technique(kernels::matmul_variants<float>(), matmul)(view(a, rows, inner), view(b, inner, columns),
                                                       view(c, rows, columns));
  std::vector<std::int32_t> whole(c.size()), turned(c.size());
  for (std::size_t i = 0; i < c.size(); ++i) whole[i] = static_cast<std::int32_t>(std::lround(c[i]));
  technique(kernels::transpose_variants<std::int32_t>(), transpose)(view(whole, rows, columns),
                                                                    view(turned, columns, rows));
  const std::int64_t total =
      technique(kernels::reduction_variants<std::int32_t>(), sum)(turned, kernels::Reduction::sum);

  bool right = true;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      right = right && turned[j * rows + i] == static_cast<std::int32_t>(inner * i * j);
    }
  }
  constexpr auto expected =
      static_cast<std::int64_t>(inner * (rows * (rows - 1) / 2) * (columns * (columns - 1) / 2));
  std::printf("%.*s, %.*s, %.*s: the sum is %lld, expected %lld\n", static_cast<int>(matmul.size()),
              matmul.data(), static_cast<int>(transpose.size()), transpose.data(),
              static_cast<int>(sum.size()), sum.data(), static_cast<long long>(total),
              static_cast<long long>(expected));
  return right && total == expected;
}

}  // namespace

int main() {
  bool right = agrees("cpu-blocked", "cpu-blocked", "cpu-parallel");
  const kernels::Support gpu = kernels::gpu_supported();
  if (gpu.available) {
    right = agrees("gpu-register-tiles", "gpu-vectorized", "gpu-single-pass") && right;
  } else {
    std::printf("not on a GPU: %s\n", gpu.reason.c_str());
  }
  return right ? 0 : 1;
}
