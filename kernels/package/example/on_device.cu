// The same on memory and a stream of one's own: the product, its transpose and the sum follow each other on the GPU, and
// the host waits once.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/gpu/device_buffer.hpp"
#include "kernels/matmul/matmul.hpp"
#include "kernels/reduction/reduction.hpp"
#include "kernels/transpose/transpose.hpp"

namespace {

constexpr std::size_t rows = 120, inner = 70, columns = 90;

/// The technique called `name` on device memory; ends the program if this build lacks it.
template <class Function, class DeviceFunction>
const kernels::Variant<Function, DeviceFunction>& technique(
    std::span<const kernels::Variant<Function, DeviceFunction>> table, std::string_view name) {
  const auto* row = kernels::find_variant(table, name);
  if (row == nullptr || row->run_on_device == nullptr) {
    std::fprintf(stderr, "this build has no %.*s\n", static_cast<int>(name.size()), name.data());
    std::exit(1);
  }
  return *row;
}

}  // namespace

int main() {
  if (const kernels::Support gpu = kernels::gpu_supported(); !gpu.available) {
    std::printf("not on a GPU: %s\n", gpu.reason.c_str());
    return 0;
  }
  std::vector<float> a(rows * inner), b(inner * columns);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i / inner);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % columns);

  cudaStream_t stream = nullptr;
  kernels::check_cuda(cudaStreamCreate(&stream), "a stream");
  const kernels::DeviceBuffer<float> left(a.size()), right(b.size()), product(rows * columns);
  const kernels::DeviceBuffer<float> turned(rows * columns);
  kernels::check_cuda(
      cudaMemcpyAsync(left.data(), a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice, stream),
      "copy of A");
  kernels::check_cuda(
      cudaMemcpyAsync(right.data(), b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice, stream),
      "copy of B");
  technique(kernels::matmul_variants<float>(), "gpu-register-tiles")
      .run_on_device({left.data(), rows, inner, inner}, {right.data(), inner, columns, columns},
                     {product.data(), rows, columns, columns}, stream);
  // A transpose moves bits: any type of the size of a float will do.
  technique(kernels::transpose_variants<std::int32_t>(), "gpu-vectorized")
      .run_on_device({reinterpret_cast<const std::int32_t*>(product.data()), rows, columns, columns},
                     {reinterpret_cast<std::int32_t*>(turned.data()), columns, rows, rows}, stream);
  const auto& sum = technique(kernels::reduction_variants<float>(), "gpu-single-pass");
  const float total =
      kernels::reduce_on_device<float>(sum, {turned.data(), rows * columns}, kernels::Reduction::sum, stream);
  kernels::check_cuda(cudaStreamDestroy(stream), "the stream's end");

  constexpr double expected = double{inner} * (rows * (rows - 1) / 2) * (columns * (columns - 1) / 2);
  std::printf("on the GPU: the sum is %.9g, expected %.9g\n", total, expected);
  return total == static_cast<float>(expected) ? 0 : 1;
}
