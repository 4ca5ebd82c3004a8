#include "runner/emulator/include/cuda_emulator/memory.h"

#include <cstdlib>
#include <cstring>

#include "runner/emulator/runtime/last_error.hpp"

using cuda_emulator::record_error;

cudaError_t cudaMalloc(void** address, std::size_t bytes) {
  *address = std::malloc(bytes);
  return record_error(*address ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaFree(void* address) {
  std::free(address);
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  std::memmove(to, from, bytes);
  return cudaSuccess;
}

cudaError_t cudaMemset(void* address, int byte, std::size_t bytes) {
  std::memset(address, byte, bytes);
  return cudaSuccess;
}
