// Two children fill 3 GiB of device memory each, and hold it.
#include <sys/wait.h>
#include <unistd.h>

#include "check_cuda.cuh"
#include "pause_ms.hpp"
#include "safety_net.hpp"

int main() {
  for (int child = 0; child < 2; ++child) {
    if (fork() != 0) continue;
    arm_safety_net();
    constexpr std::size_t bytes = 3UL << 30;
    void* block;
    CHECK_CUDA(cudaMalloc(&block, bytes));
    CHECK_CUDA(cudaMemset(block, 0x5A, bytes));
    CHECK_CUDA(cudaDeviceSynchronize());
    pause_ms(10'000);
    return 0;
  }
  while (wait(nullptr) > 0) {
  }
}
