// memcpy, memmove and memset of the device's code, which the compiler also makes of assignments of structs.
#include <cstddef>
#include <cstring>

#include "runner/emulator/runtime/checks/memory_check.hpp"

using cuda_emulator::Access;
using cuda_emulator::check_range;
using cuda_emulator::Worker;

extern "C" {

void* cuda_emulator_memmove(void* to, const void* from, std::size_t bytes) {
  if (Worker* worker = Worker::running()) {
    check_range(*worker, const_cast<void*>(from), bytes, Access::read, __builtin_return_address(0));
    check_range(*worker, to, bytes, Access::write, __builtin_return_address(0));
  }
  return std::memmove(to, from, bytes);
}

/// Overlap is left to itself, as on a device.
[[gnu::alias("cuda_emulator_memmove")]] void* cuda_emulator_memcpy(void* to, const void* from,
                                                                   std::size_t bytes);

// What newer compilers call.
[[gnu::alias("cuda_emulator_memmove")]] void* __tsan_memcpy(void* to, const void* from, std::size_t bytes);
[[gnu::alias("cuda_emulator_memmove")]] void* __tsan_memmove(void* to, const void* from, std::size_t bytes);
[[gnu::alias("cuda_emulator_memset")]] void* __tsan_memset(void* to, int byte, std::size_t bytes);

void* cuda_emulator_memset(void* to, int byte, std::size_t bytes) {
  if (Worker* worker = Worker::running()) {
    check_range(*worker, to, bytes, Access::write, __builtin_return_address(0));
  }
  return std::memset(to, byte, bytes);
}
}
