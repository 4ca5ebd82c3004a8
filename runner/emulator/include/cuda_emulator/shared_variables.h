/// Static shared memory: what `__shared__ T name[n];` in a function is lowered to.
#pragma once

#include <cstddef>

namespace cuda_emulator {

/// Where the blocks that an OS thread runs have a shared variable, one after another.
struct SharedVariable {
  void* address;
  unsigned long long block;  ///< that used it last
};

/// The memory of `variable`, aligned to 1024 bytes. A block finds it unwritten.
void* shared_variable(SharedVariable& variable, std::size_t bytes, const char* name);

template <class T>
T& shared_variable(SharedVariable& variable, const char* name) {
  static_assert(sizeof(T) <= 48 * 1024, "a kernel uses too much shared data: its variables may have 48 KiB");
  return *static_cast<T*>(shared_variable(variable, sizeof(T), name));
}

}  // namespace cuda_emulator
