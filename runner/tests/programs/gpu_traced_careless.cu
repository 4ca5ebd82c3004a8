// Ignores a launch that fails and an allocation that fails, frees nothing, and ends without waiting.
#include "traced.cuh"

int main() {
  spin_ns(1000);
  void* memory;
  CHECK_CUDA(cudaMalloc(&memory, 10'000'000));
  void* too_much;
  cudaMalloc(&too_much, std::size_t{1} << 60);
  spin<<<1, 2048>>>(1);  // no block may have so many threads
  spin<<<1, 32>>>(1000);
}
