#include "runner/emulator/include/cuda_emulator/memory.h"

#include <cstring>

#include "runner/emulator/runtime/allocations.hpp"
#include "runner/emulator/runtime/arena.hpp"
#include "runner/emulator/runtime/last_error.hpp"

using cuda_emulator::Allocations;
using cuda_emulator::Arena;
using cuda_emulator::MemoryKind;
using cuda_emulator::record_error;

cudaError_t cudaMalloc(void** address, std::size_t bytes) {
  if (!address) return record_error(cudaErrorInvalidValue);
  *address = bytes ? Allocations::instance().allocate(bytes, MemoryKind::device, __builtin_return_address(0))
                   : nullptr;
  return record_error(*address || !bytes ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaFree(void* address) {
  if (!address) return record_error(cudaSuccess);
  const bool lived = Allocations::instance().release(address, __builtin_return_address(0));
  return record_error(lived ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  std::memmove(to, from, bytes);
  if (Arena::instance().holds(to)) Arena::instance().set_states(to, bytes, cuda_emulator::ByteState::written);
  return record_error(cudaSuccess);
}

cudaError_t cudaMemset(void* address, int byte, std::size_t bytes) {
  std::memset(address, byte, bytes);
  if (Arena::instance().holds(address))
    Arena::instance().set_states(address, bytes, cuda_emulator::ByteState::written);
  return record_error(cudaSuccess);
}
