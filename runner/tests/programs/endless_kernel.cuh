#pragma once

#include "check_cuda.cuh"

namespace {

__global__ void spin(volatile int* stop) {
  while (*stop == 0) {
  }
}

/// Waits for a kernel that fills the GPU and never ends.
inline void run_endless_kernel() {
  int* stop;
  CHECK_CUDA(cudaMalloc(&stop, sizeof(int)));
  CHECK_CUDA(cudaMemset(stop, 0, sizeof(int)));
  spin<<<1024, 256>>>(stop);
  CHECK_CUDA(cudaGetLastError());
  CHECK_CUDA(cudaDeviceSynchronize());
}

}  // namespace
