// Runs a kernel, waits for it, and starts one that never ends.
#include "traced.cuh"

__global__ void never_end(volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  print_measured("kernels_ns", spin_ns());
  int* flag;
  CHECK_CUDA(cudaMalloc(&flag, sizeof(*flag)));
  CHECK_CUDA(cudaMemset(flag, 0, sizeof(*flag)));
  never_end<<<1, 1>>>(flag);
  CHECK_CUDA(cudaDeviceSynchronize());
}
