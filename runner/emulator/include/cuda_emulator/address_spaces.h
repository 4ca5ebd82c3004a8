/// Distinguishes the kinds of memory that device code accesses. Except for PTX addresses of shared memory,
/// all addresses are generic here.
#pragma once

#include <cstddef>

#include "qualifiers.h"

extern "C" {
/// Whether `address` is in the shared memory of the running block.
__device__ bool cuda_emulator_is_shared(const void* address);
/// Whether `address` is on the stack of a device thread.
__device__ bool cuda_emulator_is_local(const void* address);
/// Whether `address` is in a __constant__ variable.
__device__ bool cuda_emulator_is_constant(const void* address);
}

CUDA_EMULATOR_DEVICE_CODE_BEGIN

inline unsigned int __isShared(const void* address) {
  return cuda_emulator_is_shared(address);
}
inline unsigned int __isClusterShared(const void* address) {
  return cuda_emulator_is_shared(address);
}
inline unsigned int __isLocal(const void* address) {
  return cuda_emulator_is_local(address);
}
inline unsigned int __isConstant(const void* address) {
  return cuda_emulator_is_constant(address);
}
/// Kernel parameters have memory of their own, which no address query finds.
inline unsigned int __isGridConstant(const void*) {
  return 0;
}
inline unsigned int __isGlobal(const void* address) {
  return !cuda_emulator_is_shared(address) && !cuda_emulator_is_local(address);
}

inline std::size_t __cvta_generic_to_global(const void* address) {
  return reinterpret_cast<std::size_t>(address);
}
/// The PTX form of an address in shared memory. It fits in 32 bits; a generic address does not.
inline std::size_t __cvta_generic_to_shared(const void* address) {
  std::size_t shared;
  asm("cvta.to.shared.u64 %0, %1;" : "=l"(shared) : "l"(address));
  return shared;
}
inline std::size_t __cvta_generic_to_local(const void* address) {
  return reinterpret_cast<std::size_t>(address);
}
inline std::size_t __cvta_generic_to_constant(const void* address) {
  return reinterpret_cast<std::size_t>(address);
}
inline void* __cvta_global_to_generic(std::size_t address) {
  return reinterpret_cast<void*>(address);
}
inline void* __cvta_shared_to_generic(std::size_t address) {
  void* generic;
  asm("cvta.shared.u64 %0, %1;" : "=l"(generic) : "l"(address));
  return generic;
}
inline void* __cvta_local_to_generic(std::size_t address) {
  return reinterpret_cast<void*>(address);
}
inline void* __cvta_constant_to_generic(std::size_t address) {
  return reinterpret_cast<void*>(address);
}

CUDA_EMULATOR_DEVICE_CODE_END
