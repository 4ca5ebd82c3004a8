// No product by Stream-K may differ from the one before, however much other blocks store meanwhile: what is
// in shared memory may be overwritten only when it has been read.

#include CATCH2_HEADER

#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/stream.hpp"
#include "kernels/matmul/hopper/stream_k.hpp"
#include "kernels/tests/on_device.hpp"

namespace {

/// b[k][column] says where it comes from, and a is 1: sums are exact, and differ if a slice is exchanged for another.
__global__ void fill(kernels::MatrixView<float> matrix, bool is_b) {
  const std::size_t count = matrix.rows * matrix.columns;
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const std::size_t row = i / matrix.columns, column = i % matrix.columns;
    matrix.data[i] = is_b ? static_cast<float>(row + 256 * (column / 64)) : 1.0f;
  }
}

__global__ void count_differences(const float* x, const float* y, std::size_t count, unsigned* found) {
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    if (x[i] != y[i]) atomicAdd(found, 1u);
  }
}

}  // namespace

TEST_CASE("matmul on the GPU: by Stream-K, all of many products are the same") {
  REQUIRE_GPU();
  if (!kernels::hopper_supported().available) return;
  constexpr std::size_t side = 14976, k = 240;
  constexpr int calls = 300;
  constexpr unsigned blocks = 512, threads = 256;
  const kernels::DeviceBuffer<float> a(side * k), b(k * side), first(side * side), next(side * side);
  const kernels::DeviceBuffer<unsigned> differences(1);
  const kernels::Stream stream;
  fill<<<blocks, threads, 0, stream>>>({a.data(), side, k, k}, false);
  fill<<<blocks, threads, 0, stream>>>({b.data(), k, side, side}, true);
  using Way = kernels::hopper::StreamK::Way;
  for (const Way way : {Way::a_beforehand, Way::a_on_the_way, Way::c_transposed}) {
    const kernels::hopper::StreamK how{3, way};
    const auto multiply = [&](float* to) {
      kernels::hopper::multiply_stream_k({a.data(), side, k, k}, {b.data(), k, side, side},
                                         {to, side, side, side}, kernels::Into::empty, how,
                                         std::size_t{3} * 132, stream);
    };
    multiply(first.data());
    kernels::check_cuda(cudaMemsetAsync(differences.data(), 0, sizeof(unsigned), stream), "memset");
    for (int call = 0; call < calls; ++call) {
      multiply(next.data());
      count_differences<<<blocks, threads, 0, stream>>>(first.data(), next.data(), side * side,
                                                        differences.data());
      kernels::check_launch("count_differences");
    }
    unsigned found = 0;
    kernels::check_cuda(
        cudaMemcpyAsync(&found, differences.data(), sizeof found, cudaMemcpyDeviceToHost, stream), "copy");
    kernels::check_cuda(cudaStreamSynchronize(stream), "products");
    CAPTURE(static_cast<int>(way), calls);
    CHECK(found == 0);
  }
}
