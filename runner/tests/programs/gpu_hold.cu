// Uses the GPU for 1.5 s and prints when that began and ended, in ns of the monotonic clock.
#include <ctime>

#include "check_cuda.cuh"
#include "pause_ms.hpp"

static long long now_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

int main() {
  std::printf("%lld\n", now_ns());
  CHECK_CUDA(cudaFree(nullptr));
  pause_ms(1500);
  std::printf("%lld\n", now_ns());
}
