#include CATCH2_HEADER
#include <cuda_runtime.h>

#include <numeric>

#include "device_array.hpp"
#include "launch.hpp"

namespace {

__global__ void add(const int* a, const int* b, int* sum, int n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < static_cast<unsigned>(n)) sum[i] = a[i] + b[i];
}

__global__ void note_place(uint3* places) {
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  places[block * blockDim.x * blockDim.y * blockDim.z + thread] = uint3{block, thread, blockDim.z};
}

}  // namespace

TEST_CASE("every element of a vector sum is written") {
  const int n = GENERATE(1, 31, 1000, 100003);
  std::vector<int> a(static_cast<std::size_t>(n)), b(a.size(), 7), expected(a.size());
  std::iota(a.begin(), a.end(), -5);
  std::iota(expected.begin(), expected.end(), 2);
  DeviceArray<int> on_a(a), on_b(b), sum(std::vector<int>(a.size(), -1));
  add<<<(n + 255) / 256, 256>>>(on_a.data(), on_b.data(), sum.data(), n);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(sum.values() == expected);
}

TEST_CASE("threads and blocks in three dimensions know their places") {
  const dim3 grid(3, 2, 5), block(7, 3, 2);
  DeviceArray<uint3> places(std::vector<uint3>(30 * 42));
  note_place<<<grid, block>>>(places.data());
  const auto found = places.values();
  for (unsigned i = 0; i < found.size(); ++i) {
    CAPTURE(i);
    CHECK(found[i].x == i / 42);
    CHECK(found[i].y == i % 42);
    CHECK(found[i].z == 2);
  }
}

TEST_CASE("a shape that no device takes is an error, and nothing runs") {
  const auto error_of = [](LaunchShape shape) {
    DeviceArray<int> touched(std::vector<int>(1));
    launch(shape, [](int* p) { *p = 1; }, touched.data());
    const cudaError_t error = cudaGetLastError();
    CHECK(touched.values().at(0) == (error == cudaSuccess));
    return error;
  };
  CHECK(error_of({1, 1}) == cudaSuccess);
  CHECK(error_of({1, 1025}) == cudaErrorInvalidValue);
  CHECK(error_of({1, dim3(32, 33)}) == cudaErrorInvalidValue);
  CHECK(error_of({1, dim3(1, 1, 65)}) == cudaErrorInvalidValue);
  CHECK(error_of({0, 1}) == cudaErrorInvalidValue);
  CHECK(error_of({dim3(1, 65536), 1}) == cudaErrorInvalidValue);
  CHECK(error_of({1, 1, 1 << 20}) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaSuccess);
}
