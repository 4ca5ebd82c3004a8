// gpu_allocate MIB MILLISECONDS: fills that much device memory, 256 MiB at a time, and holds it for that
// long.
#include <algorithm>

#include "check_cuda.cuh"
#include "pause_ms.hpp"
#include "safety_net.hpp"

int main(int, char** arguments) {
  arm_safety_net();
  CHECK_CUDA(cudaFree(nullptr));  // a context, even for no memory at all
  for (long left = std::atol(arguments[1]); left > 0; left -= 256) {
    void* block;
    const std::size_t bytes = static_cast<std::size_t>(std::min(left, 256L)) << 20;
    CHECK_CUDA(cudaMalloc(&block, bytes));
    CHECK_CUDA(cudaMemset(block, 0x5A, bytes));
    CHECK_CUDA(cudaDeviceSynchronize());
  }
  std::puts("allocated");
  std::fflush(stdout);
  pause_ms(std::atol(arguments[2]));
}
