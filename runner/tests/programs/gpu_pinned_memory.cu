// gpu_pinned_memory MIB: fills that much pinned host memory, 64 MiB at a time, and prints OK.
#include <cstring>

#include "check_cuda.cuh"
#include "pause_ms.hpp"
#include "safety_net.hpp"

int main(int, char** arguments) {
  arm_safety_net();
  constexpr std::size_t bytes = 64UL << 20;
  for (long left = std::atol(arguments[1]); left > 0; left -= 64) {
    void* block;
    CHECK_CUDA(cudaMallocHost(&block, bytes));
    std::memset(block, 1, bytes);
  }
  pause_ms(200);
  std::puts("OK");
}
