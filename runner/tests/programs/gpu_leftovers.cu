// gpu_leftovers write: fills 2 GiB of device memory with a pattern. gpu_leftovers read: takes 2 GiB as they
// come, and prints how many of their words still hold the pattern.
#include <cstdint>
#include <cstring>

#include "check_cuda.cuh"

constexpr std::uint64_t pattern = 0x5EC2E75EC2E75EC2;

__global__ void fill(std::uint64_t* words, std::size_t count) {
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    words[i] = pattern;
  }
}

__global__ void search(const std::uint64_t* words, std::size_t count, unsigned long long* found) {
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    if (words[i] == pattern) atomicAdd(found, 1ULL);
  }
}

int main(int, char** arguments) {
  constexpr std::size_t count = 256UL << 20;
  std::uint64_t* words;
  unsigned long long* found;
  CHECK_CUDA(cudaMalloc(&words, count * sizeof(*words)));
  CHECK_CUDA(cudaMalloc(&found, sizeof(*found)));
  CHECK_CUDA(cudaMemset(found, 0, sizeof(*found)));
  if (std::strcmp(arguments[1], "write") == 0) fill<<<1024, 256>>>(words, count);
  search<<<1024, 256>>>(words, count, found);
  CHECK_CUDA(cudaGetLastError());
  unsigned long long result = 0;
  CHECK_CUDA(cudaMemcpy(&result, found, sizeof(result), cudaMemcpyDeviceToHost));
  std::printf("%llu\n", result);
}
