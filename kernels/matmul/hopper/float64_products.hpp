#pragma once

#include <algorithm>

#include "kernels/matmul/hopper/float64_plan.hpp"
#include "kernels/matmul/panel_product.hpp"

namespace kernels::hopper {

/// Whether multiply_float64 is for a product: no size is 0, or larger than what the copy engine counts, and it is not so
/// small that copies of factors whose rows are not `aligned` would take most of the time.
inline bool float64_engine_pays(std::size_t m, std::size_t k, std::size_t n, bool aligned) {
  constexpr std::size_t most = 1'000'000'000;
  constexpr double least_products_of_copies = 1e8;
  const double products = static_cast<double>(m) * static_cast<double>(k) * static_cast<double>(n);
  return std::min({m, k, n}) > 0 && std::max({m, k, n}) <= most &&
         (aligned || products > least_products_of_copies);
}

/// gpu-tensor-fp64 for compute capability 9.0: c = a b, or c += a b, cut as `plan` says. A factor whose rows are not aligned to 16 bytes is
/// copied beforehand. Throws GpuError when it cannot be started.
void multiply_float64(MatrixView<const double> a, MatrixView<const double> b, MatrixView<double> c, Into into,
                      const TilePlan& plan, GpuStream stream);

}  // namespace kernels::hopper
