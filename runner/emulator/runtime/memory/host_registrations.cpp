#include "runner/emulator/runtime/memory/host_registrations.hpp"

#include <map>
#include <mutex>

namespace cuda_emulator {
namespace {

std::mutex registrations_mutex;
using Ranges = std::map<const char*, std::size_t>;  // by their begin

/// Never destroyed: memory is freed until the very end of a program (device_heap.cpp).
Ranges& ranges() {
  static auto& all = *new Ranges;
  return all;
}

bool overlaps(const char* begin, const char* end) {
  auto after = ranges().lower_bound(end);
  if (after == ranges().begin()) return false;
  const auto& [address, bytes] = *--after;
  return address + bytes > begin;
}

}  // namespace

bool register_host_memory(void* address, std::size_t bytes) {
  const std::lock_guard lock(registrations_mutex);
  const char* begin = static_cast<const char*>(address);
  return !overlaps(begin, begin + bytes) && ranges().emplace(begin, bytes).second;
}

bool unregister_host_memory(void* address) {
  Ranges::node_type freed_unlocked;  // freeing it would recurse into this function: device_heap.cpp
  const std::lock_guard lock(registrations_mutex);
  freed_unlocked = ranges().extract(static_cast<const char*>(address));
  return !freed_unlocked.empty();
}

bool is_registered(const void* address) {
  const std::lock_guard lock(registrations_mutex);
  const char* at = static_cast<const char*>(address);
  return overlaps(at, at + 1);
}

}  // namespace cuda_emulator
