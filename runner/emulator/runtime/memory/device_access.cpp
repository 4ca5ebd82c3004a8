#include "runner/emulator/runtime/memory/device_access.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <mutex>

#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/base/host_clocks.hpp"
#include "runner/emulator/runtime/memory/host_guard.hpp"

namespace cuda_emulator {
namespace {

using Clock = MachineClock;

/// Changing the protection takes time for every page. A program that launches often would do little else, so
/// protection stops once it has cost more than a little and more than a twentieth of the program's time.
constexpr Clock::duration always_spent = std::chrono::milliseconds(20);
constexpr int least_ratio = 20;

std::mutex accesses_mutex;
unsigned accesses = 0;
std::size_t used_bytes = 0;
std::size_t closed_bytes = 0;  ///< are protected now
Clock::duration spent{};
bool open_to_host = false;

void protect(std::size_t bytes, int protection) {
  const auto begin = Clock::now();
  mprotect(Arena::instance().device_part(), bytes, protection);
  spent += Clock::now() - begin;
}

bool may_spend() {
  static const auto program_begin = Clock::now();
  return spent < always_spent + (Clock::now() - program_begin) / least_ratio;
}

}  // namespace

DeviceAccess::DeviceAccess() {
  if (before_device_access) before_device_access();
  const std::lock_guard lock(accesses_mutex);
  if (accesses++ != 0) return;
  HostGuard::instance().open();
  if (closed_bytes == 0) return;
  protect(closed_bytes, PROT_READ | PROT_WRITE);
  closed_bytes = 0;
}

DeviceAccess::~DeviceAccess() {
  const std::lock_guard lock(accesses_mutex);
  if (--accesses != 0) return;
  HostGuard::instance().close();
  if (used_bytes == 0 || open_to_host || !may_spend()) return;
  protect(used_bytes, PROT_NONE);
  closed_bytes = used_bytes;
}

void let_host_access_device() {
  const DeviceAccess access;  // opens what is closed
  open_to_host = true;
}

bool host_may_access_device() {
  return open_to_host;
}

void extend_protection(const void* end) {
  constexpr std::size_t granule = std::size_t{2} << 20;
  const std::lock_guard lock(accesses_mutex);
  const auto bytes =
      static_cast<std::size_t>(static_cast<const char*>(end) - Arena::instance().device_part());
  used_bytes =
      std::max(used_bytes, std::min((bytes / granule + 1) * granule, Arena::instance().device_bytes()));
}

}  // namespace cuda_emulator
