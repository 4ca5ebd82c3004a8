#include "runner/emulator/runtime/memory/allocations.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/base/devices.hpp"
#include "runner/emulator/runtime/memory/device_access.hpp"

namespace cuda_emulator {
namespace {

constexpr std::size_t piece_alignment = 1024;
/// The minimum gap between two allocations, which belongs to neither.
constexpr std::size_t least_gap = 512, largest_gap = 64 << 10;
constexpr std::size_t page_bytes = 4096;
/// The size above which most pages are returned to the system when memory is freed.
constexpr std::size_t small_bytes = 64 << 10;
constexpr std::size_t small_bytes_in_turn = 32 << 20;
/// A device maps memory in pages of this size.
constexpr std::size_t device_page_bytes = 2 << 20;

std::size_t round_up(std::size_t bytes) {
  return (bytes + piece_alignment - 1) / piece_alignment * piece_alignment;
}

std::size_t gap_after(std::size_t bytes) {
  return round_up(std::clamp(bytes / 4, least_gap, largest_gap));
}

template <class Map>
auto last_at_or_before(Map& map, const char* address) {
  auto at = map.upper_bound(address);
  return at == map.begin() ? map.end() : std::prev(at);
}

std::size_t distance(const Allocation& allocation, const char* address) {
  if (address < allocation.address) return static_cast<std::size_t>(allocation.address - address);
  const char* end = allocation.address + allocation.bytes;
  return address < end ? 0 : static_cast<std::size_t>(address - end) + 1;
}

void give_pages_back(char* begin, std::size_t bytes) {
  const auto first = (reinterpret_cast<std::uintptr_t>(begin) + page_bytes - 1) / page_bytes * page_bytes;
  const auto last = (reinterpret_cast<std::uintptr_t>(begin) + bytes) / page_bytes * page_bytes;
  if (last > first) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

/// Zeroes all of them, and returns most of the memory to the system.
void clear(char* begin, std::size_t bytes) {
  const auto at = reinterpret_cast<std::uintptr_t>(begin);
  const std::size_t head = std::min(bytes, (page_bytes - at % page_bytes) % page_bytes),
                    tail = (bytes - head) % page_bytes;
  std::memset(begin, 0, head);
  give_pages_back(begin, bytes);
  std::memset(begin + bytes - tail, 0, tail);
}

}  // namespace

Allocations& Allocations::instance() {
  static auto& allocations = *new Allocations;  // never destroyed: programs free memory in static destructors
  return allocations;
}

Allocations::Allocations() {
  Arena& arena = Arena::instance();
  arena.reserve();
  char* const first = arena.device_part();
  device_ = {first, arena.device_part() + arena.device_bytes(), first + piece_alignment};
  common_ = {arena.common_part(), arena.common_part() + arena.common_bytes(),
             arena.common_part() + piece_alignment};
  Arena::tell_sanitizer(arena.device_part(), piece_alignment, ByteState::none);
  Arena::tell_sanitizer(arena.common_part(), piece_alignment, ByteState::none);
}

char* Allocations::find_room(Part& part, std::size_t bytes) {
  const std::size_t wanted = round_up(bytes) + gap_after(bytes);
  bool wrapped = false;
  char* at = part.cursor;
  for (;;) {
    if (static_cast<std::size_t>(part.end - at) < wanted) {
      if (wrapped) return nullptr;
      wrapped = true;
      at = part.begin + piece_alignment;
      continue;
    }
    const auto before = last_at_or_before(living_, at + wanted - 1);
    if (before == living_.end()) return at;
    const Allocation& other = before->second;
    char* end = other.address + round_up(other.bytes) + gap_after(other.bytes);
    if (end <= at || other.address < part.begin) return at;
    at = end;
  }
}

/// Pages of small allocations stay with this process, so few of them should be touched.
void Allocations::advance(Part& part, char* end, std::size_t bytes) {
  part.cursor = end;
  if (bytes < small_bytes) part.since_wrap += round_up(bytes) + gap_after(bytes);
  if (part.since_wrap < small_bytes_in_turn) return;
  part.since_wrap = 0;
  part.cursor = part.begin + piece_alignment;
}

void Allocations::forget_freed(const char* begin, const char* end) {
  auto first = last_at_or_before(freed_, begin);
  if (first == freed_.end() || first->second.address + first->second.bytes <= begin) {
    first = freed_.lower_bound(begin);
  }
  freed_.erase(first, freed_.lower_bound(end));
}

void* Allocations::allocate(std::size_t bytes, MemoryKind kind, const void* made_at, const char* name) {
  const std::lock_guard lock(mutex_);
  const bool counts = kind == MemoryKind::device || kind == MemoryKind::managed;
  const int device = current_device();
  std::size_t& in_use = device_bytes_in_use_[static_cast<std::size_t>(device)];
  if (counts && bytes > device_memory_bytes() - in_use) return nullptr;
  Part& part = part_of(kind);
  char* address = find_room(part, bytes);
  if (!address) return nullptr;
  char* end = address + round_up(bytes) + gap_after(bytes);
  forget_freed(address, end);
  if (&part == &device_) extend_protection(end);
  advance(part, end, bytes);
  const DeviceAccess access;
  living_[address] = {address, bytes, kind, made_at, nullptr, name, device};
  if (counts) in_use += bytes;
  Arena::instance().set_states(address, bytes, ByteState::allocated);
  Arena::tell_sanitizer(address + bytes, static_cast<std::size_t>(end - address) - bytes, ByteState::none);
  const bool is_of_both_sides = kind == MemoryKind::managed || kind == MemoryKind::pinned;
  std::memset(address, is_of_both_sides ? 0 : 0xff, bytes);
  return address;
}

void Allocations::adopt(std::span<char> memory, MemoryKind kind, const char* name) {
  const std::lock_guard lock(mutex_);
  living_[memory.data()] = {memory.data(), memory.size(), kind, nullptr, nullptr, name};
}

void Allocations::disown(const void* address) {
  const std::lock_guard lock(mutex_);
  living_.erase(static_cast<const char*>(address));
}

bool Allocations::release(void* address, const void* freed_at) {
  const std::lock_guard lock(mutex_);
  const auto at = living_.find(static_cast<char*>(address));
  if (at == living_.end()) return false;
  Allocation allocation = at->second;
  living_.erase(at);
  if (allocation.kind == MemoryKind::device || allocation.kind == MemoryKind::managed) {
    device_bytes_in_use_[static_cast<std::size_t>(allocation.device)] -= allocation.bytes;
  }
  const DeviceAccess access;
  const Arena& arena = Arena::instance();
  std::memset(address, 0xff, std::min(allocation.bytes, page_bytes));
  arena.set_states(address, allocation.bytes, ByteState::none);
  give_pages_back(allocation.address, allocation.bytes);
  give_pages_back(reinterpret_cast<char*>(arena.states(address)), allocation.bytes);
  // The running grid may use the address again.
  const std::size_t cell_count = allocation.bytes / RaceCell::covered_bytes + 1;
  clear(reinterpret_cast<char*>(arena.cells(address)), cell_count * sizeof(RaceCell));
  allocation.freed_at = freed_at;
  freed_[allocation.address] = allocation;
  return true;
}

std::optional<Allocation> Allocations::near(const void* address) {
  const std::lock_guard lock(mutex_);
  const char* wanted = static_cast<const char*>(address);
  std::optional<Allocation> nearest;
  const auto consider = [&](const Allocation& allocation) {
    if (!nearest || distance(allocation, wanted) < distance(*nearest, wanted)) nearest = allocation;
  };
  for (auto* map : {&freed_, &living_}) {
    const auto before = last_at_or_before(*map, wanted);
    if (before != map->end()) consider(before->second);
    const auto after = map->upper_bound(wanted);
    if (after != map->end()) consider(after->second);
  }
  return nearest;
}

bool Allocations::is_far_from_living(const void* address) {
  const std::lock_guard lock(mutex_);
  const char* wanted = static_cast<const char*>(address);
  const auto is_far = [&](auto at) {
    return at == living_.end() || distance(at->second, wanted) > device_page_bytes;
  };
  return is_far(last_at_or_before(living_, wanted)) && is_far(living_.upper_bound(wanted));
}

std::optional<Allocation> Allocations::holding(const void* address) {
  const std::lock_guard lock(mutex_);
  const char* wanted = static_cast<const char*>(address);
  const auto before = last_at_or_before(living_, wanted);
  if (before == living_.end() || distance(before->second, wanted) > 0) return std::nullopt;
  return before->second;
}

std::vector<Allocation> Allocations::living(MemoryKind kind) {
  const std::lock_guard lock(mutex_);
  std::vector<Allocation> found;
  for (const auto& [address, allocation] : living_) {
    if (allocation.kind == kind) found.push_back(allocation);
  }
  return found;
}

std::size_t Allocations::device_bytes_in_use(int device) {
  const std::lock_guard lock(mutex_);
  return device_bytes_in_use_[static_cast<std::size_t>(device)];
}

}  // namespace cuda_emulator
