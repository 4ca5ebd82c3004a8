// Programs with Thrust run device code in host code: its host back-end. They are linked with the option
// --wrap for operator new with an alignment, by which Thrust's vectors get their memory: it lies where
// kernels reach it.
#include <algorithm>
#include <cstddef>
#include <new>

#include "runner/emulator/runtime/checks/checked_memory.hpp"
#include "runner/emulator/runtime/memory/device_access.hpp"

using cuda_emulator::checked_memory;
using cuda_emulator::MemoryKind;

namespace {

__attribute__((always_inline)) inline void release(void* address) {
  if (address) checked_memory().release(address, __builtin_return_address(0));
}

}  // namespace

extern "C" {
/// Named when such a program is linked, so that what stands here belongs to it.
bool cuda_emulator_host_runs_device_code = (cuda_emulator::let_host_access_device(), true);

void* __wrap__ZnwmSt11align_val_t(std::size_t bytes, std::align_val_t) {
  void* address = checked_memory().allocate(std::max<std::size_t>(bytes, 1), MemoryKind::managed,
                                            __builtin_return_address(0));
  if (!address) throw std::bad_alloc();
  return address;
}
void __wrap__ZdlPvSt11align_val_t(void* address, std::align_val_t) {
  release(address);
}
void __wrap__ZdlPvmSt11align_val_t(void* address, std::size_t, std::align_val_t) {
  release(address);
}
}
