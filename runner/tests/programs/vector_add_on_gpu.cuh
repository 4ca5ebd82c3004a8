#pragma once

#include <cstdint>
#include <vector>

#include "check_cuda.cuh"

namespace {

__global__ void add(const std::int32_t* a, const std::int32_t* b, std::int32_t* sum, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) sum[i] = a[i] + b[i];
}

/// Adds two vectors of an awkward length on the GPU; true when every sum is right.
inline bool adds_right() {
  constexpr int count = 1'000'003;
  constexpr std::size_t bytes = count * sizeof(std::int32_t);
  std::vector<std::int32_t> a(count), b(count), sum(count, -1);
  for (int i = 0; i < count; ++i) {
    a[static_cast<std::size_t>(i)] = i;
    b[static_cast<std::size_t>(i)] = 7 * (i % 1000) + 1;
  }
  std::int32_t *device_a, *device_b, *device_sum;
  CHECK_CUDA(cudaMalloc(&device_a, bytes));
  CHECK_CUDA(cudaMalloc(&device_b, bytes));
  CHECK_CUDA(cudaMalloc(&device_sum, bytes));
  CHECK_CUDA(cudaMemset(device_sum, 0xAB, bytes));
  CHECK_CUDA(cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK_CUDA(cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice));
  add<<<(count + 255) / 256, 256>>>(device_a, device_b, device_sum, count);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaMemcpy(sum.data(), device_sum, bytes, cudaMemcpyDeviceToHost));
  for (std::size_t i = 0; i < count; ++i) {
    if (sum[i] != a[i] + b[i]) return false;
  }
  return true;
}

}  // namespace
