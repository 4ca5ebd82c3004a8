#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "runner/emulator/runtime/base/devices.hpp"

namespace cuda_emulator {

enum class MemoryKind : std::uint8_t { device, managed, pinned, shared, parameters, variable, heap };

/// An allocation in the arena.
struct Allocation {
  char* address = nullptr;
  std::size_t bytes = 0;
  MemoryKind kind = MemoryKind::device;
  const void* made_at = nullptr;   ///< the code that requested it
  const void* freed_at = nullptr;  ///< the code that freed it; null while it lives
  const char* name = nullptr;      ///< name of a variable
  int device = 0;
};

/// Memory that programs hold on the device. Addresses are handed out in turn, so that freed ones stay unused
/// for long and late accesses are found.
class Allocations {
 public:
  static Allocations& instance();

  /// Allocates memory of `kind` on the current device, aligned to 1024 bytes; null if none is left. It is
  /// filled with 0xff, but with 0 if the host may write to it: what the host writes there is not seen, so
  /// reading too early is not a finding, and on a GPU gives 0.
  void* allocate(std::size_t bytes, MemoryKind kind, const void* made_at, const char* name = nullptr);

  /// Adopts memory that the program already has, until it is disowned; `name` is the name of its variable.
  void adopt(std::span<char> memory, MemoryKind kind, const char* name);
  void disown(const void* address);

  /// False if no live allocation starts at `address`.
  bool release(void* address, const void* freed_at);

  /// Whether `address` is so far from all live allocations that a device would have no page there.
  bool is_far_from_living(const void* address);

  /// The live or freed allocation at `address` or, if there is none, the one next to it.
  std::optional<Allocation> near(const void* address);

  /// The live allocation that contains `address`.
  std::optional<Allocation> holding(const void* address);

  /// All live allocations of `kind`.
  std::vector<Allocation> living(MemoryKind kind);

  /// The bytes allocated on one device.
  std::size_t device_bytes_in_use(int device);

 private:
  /// One part of the arena.
  struct Part {
    char* begin = nullptr;
    char* end = nullptr;
    char* cursor = nullptr;
    std::size_t since_wrap = 0;  ///< bytes of small allocations since the cursor was at the start
  };

  Allocations();
  void advance(Part& part, char* end, std::size_t bytes);
  char* find_room(Part& part, std::size_t bytes);
  void forget_freed(const char* begin, const char* end);
  Part& part_of(MemoryKind kind) {
    return kind == MemoryKind::device || kind == MemoryKind::heap ? device_ : common_;
  }

  std::mutex mutex_;
  Part device_, common_;
  std::map<const char*, Allocation> living_, freed_;
  std::array<std::size_t, most_devices> device_bytes_in_use_{};
};

}  // namespace cuda_emulator
