#pragma once

#include <cstddef>

#include "kernels/bench/gpu_timing.hpp"
#include "kernels/bench/operations.hpp"
#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/device_buffer.hpp"
#include "kernels/matmul/matmul.hpp"

namespace kernels_bench {

/// The sizes of a product of m x k and k x n.
struct ProductSizes {
  std::size_t m, k, n;
};

/// Random factors of a product in device memory, and room for it.
template <class T>
class ProductOperands {
 public:
  explicit ProductOperands(ProductSizes sizes)
      : sizes_(sizes), a_(sizes.m * sizes.k), b_(sizes.k * sizes.n), c_(sizes.m * sizes.n) {
    fill_random(a_.data(), a_.size(), 1, nullptr);
    fill_random(b_.data(), b_.size(), 2, nullptr);
    kernels::check_cuda(cudaDeviceSynchronize(), "fill");
  }

  kernels::MatrixView<const T> left() const { return {a_.data(), sizes_.m, sizes_.k, sizes_.k}; }
  kernels::MatrixView<const T> right() const { return {b_.data(), sizes_.k, sizes_.n, sizes_.n}; }
  kernels::MatrixView<T> product() const { return {c_.data(), sizes_.m, sizes_.n, sizes_.n}; }

  /// The operations of a call, measured against this ceiling.
  Quantity operations(const char* ceiling) const {
    const auto [m, k, n] = sizes_;
    return {"GFLOP/s", 2e-9 * static_cast<double>(m) * static_cast<double>(k) * static_cast<double>(n),
            ceiling};
  }

 private:
  ProductSizes sizes_;
  kernels::DeviceBuffer<T> a_, b_, c_;
};

/// Times a technique on such operands.
template <class T>
void time_product(benchmark::State& state, kernels::MatmulDeviceFunction<T>* multiply, ProductSizes sizes,
                  const char* ceiling) {
  const ProductOperands<T> operands(sizes);
  time_on_gpu(state, operands.operations(ceiling), [&](cudaStream_t stream, std::size_t) {
    multiply(operands.left(), operands.right(), operands.product(), stream);
  });
}

}  // namespace kernels_bench
