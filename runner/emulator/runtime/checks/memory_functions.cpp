// Implements memcpy, memmove and memset of device code, which the compiler also uses for assignments of
// structs.
#include <cstddef>
#include <cstring>

#include "runner/emulator/runtime/checks/counting.hpp"
#include "runner/emulator/runtime/checks/memory_check.hpp"

using cuda_emulator::Access;
using cuda_emulator::check_range;
using cuda_emulator::copy_states;
using cuda_emulator::count_range;
using cuda_emulator::StrongOperation;
using cuda_emulator::Worker;

extern "C" {

void* cuda_emulator_memmove(void* to, const void* from, std::size_t bytes) {
  if (Worker* worker = Worker::running()) {
    const void* const code = __builtin_return_address(0);
    if (worker->counter()) {
      count_range(*worker, from, bytes, StrongOperation::read, code);
      count_range(*worker, to, bytes, StrongOperation::write, code);
    }
    check_range(*worker, const_cast<void*>(from), bytes, Access::read, code);
    check_range(*worker, to, bytes, Access::write, code);
    copy_states(*worker, to, from, bytes);
  }
  return std::memmove(to, from, bytes);
}

/// Overlaps are not handled, as on a device.
[[gnu::alias("cuda_emulator_memmove")]] void* cuda_emulator_memcpy(void* to, const void* from,
                                                                   std::size_t bytes);

// The functions that newer compilers call.
[[gnu::alias("cuda_emulator_memmove")]] void* __tsan_memcpy(void* to, const void* from, std::size_t bytes);
[[gnu::alias("cuda_emulator_memmove")]] void* __tsan_memmove(void* to, const void* from, std::size_t bytes);
[[gnu::alias("cuda_emulator_memset")]] void* __tsan_memset(void* to, int byte, std::size_t bytes);

void* cuda_emulator_memset(void* to, int byte, std::size_t bytes) {
  if (Worker* worker = Worker::running()) {
    const void* const code = __builtin_return_address(0);
    if (worker->counter()) count_range(*worker, to, bytes, StrongOperation::write, code);
    check_range(*worker, to, bytes, Access::write, code);
  }
  return std::memset(to, byte, bytes);
}
}
