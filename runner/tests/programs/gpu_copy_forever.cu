// Copies 512 MiB to the GPU and back, both ways at once, forever.
#include "check_cuda.cuh"
#include "safety_net.hpp"

int main() {
  arm_safety_net();
  constexpr std::size_t bytes = 512UL << 20;
  void *sent, *received, *device_in, *device_out;
  CHECK_CUDA(cudaMallocHost(&sent, bytes));
  CHECK_CUDA(cudaMallocHost(&received, bytes));
  CHECK_CUDA(cudaMalloc(&device_in, bytes));
  CHECK_CUDA(cudaMalloc(&device_out, bytes));
  cudaStream_t there, back;
  CHECK_CUDA(cudaStreamCreate(&there));
  CHECK_CUDA(cudaStreamCreate(&back));
  while (true) {
    CHECK_CUDA(cudaMemcpyAsync(device_in, sent, bytes, cudaMemcpyHostToDevice, there));
    CHECK_CUDA(cudaMemcpyAsync(received, device_out, bytes, cudaMemcpyDeviceToHost, back));
    CHECK_CUDA(cudaStreamSynchronize(there));
  }
}
