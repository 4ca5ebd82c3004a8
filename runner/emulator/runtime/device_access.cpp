#include "runner/emulator/runtime/device_access.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <mutex>

#include "runner/emulator/runtime/arena.hpp"

namespace cuda_emulator {
namespace {

std::mutex mutex;
unsigned accesses = 0;
std::size_t used_bytes = 0;

void protect(int protection) {
  if (used_bytes) mprotect(Arena::instance().device_part(), used_bytes, protection);
}

}  // namespace

DeviceAccess::DeviceAccess() {
  const std::lock_guard lock(mutex);
  if (accesses++ == 0) protect(PROT_READ | PROT_WRITE);
}

DeviceAccess::~DeviceAccess() {
  const std::lock_guard lock(mutex);
  if (--accesses == 0) protect(PROT_NONE);
}

void extend_protection(const void* end) {
  constexpr std::size_t granule = std::size_t{2} << 20;
  const std::lock_guard lock(mutex);
  const auto bytes =
      static_cast<std::size_t>(static_cast<const char*>(end) - Arena::instance().device_part());
  used_bytes =
      std::max(used_bytes, std::min((bytes / granule + 1) * granule, Arena::instance().device_bytes()));
}

}  // namespace cuda_emulator
