// Kernels that are broken in one way each, and a right one: whether the tests on the emulated GPU find that.
// CTest runs each case by its name and expects its message (CMakeLists.txt). Each result alone looks
// right.

#include <algorithm>
#include <vector>

#include CATCH2_HEADER

#include "kernels/gpu/stream.hpp"
#include "kernels/tests/on_device.hpp"

namespace {

constexpr int threads = 128;
constexpr int size = 2 * threads - 28;

__global__ void sum_of_neighbours(const int* values, int* sums, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) sums[i] = values[i] + values[i + 1];
}

__global__ void doubled(const int* values, int* results, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) results[i] = 2 * values[i];
}

__global__ void differences(const int* values, int* results, int count) {
  __shared__ int of_block[threads];
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  of_block[threadIdx.x] = i < count ? values[i] : 0;
  if (i < count) results[i] = of_block[threadIdx.x] - of_block[threadIdx.x == 0 ? 0 : threadIdx.x - 1];
}

/// Runs `kernel` on device memory of `values` and as many results; gives back those.
template <class Kernel>
std::vector<int> results_of(Kernel* kernel, const std::vector<int>& values, int count) {
  const kernels::DeviceBuffer<int> device_values(values.size()), device_results(values.size());
  std::vector<int> results(values.size());
  kernels::check_cuda(
      cudaMemcpy(device_values.data(), values.data(), device_values.bytes(), cudaMemcpyHostToDevice), "in");
  kernels::check_cuda(cudaMemset(device_results.data(), 0, device_results.bytes()), "clearing");
  kernel<<<2, threads>>>(device_values.data(), device_results.data(), count);
  kernels::check_launch("kernel");
  kernels::check_cuda(
      cudaMemcpy(results.data(), device_results.data(), device_results.bytes(), cudaMemcpyDeviceToHost),
      "out");
  return results;
}

}  // namespace

TEST_CASE("a right kernel") {
  const std::vector<int> results = results_of(&sum_of_neighbours, std::vector<int>(size, 1), size - 1);
  CHECK(std::ranges::count(results, 2) == size - 1);
}

TEST_CASE("a read behind the end") {
  const std::vector<int> results = results_of(&sum_of_neighbours, std::vector<int>(size, 1), size);
  CHECK(std::ranges::count(results, 2) >= size - 1);
}

TEST_CASE("a wrong result") {
  const std::vector<int> results = results_of(&doubled, std::vector<int>(size, 1), size - 1);
  CHECK(std::ranges::count(results, 2) == size);
}

TEST_CASE("a barrier that is missing") {
  const std::vector<int> results = results_of(&differences, std::vector<int>(size, 1), size);
  CHECK(std::ranges::count(results, 0) == size);
}
