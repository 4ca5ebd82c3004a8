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

/// A piece of the arena.
struct Allocation {
  char* address = nullptr;
  std::size_t bytes = 0;
  MemoryKind kind = MemoryKind::device;
  const void* made_at = nullptr;   ///< the code that requested it
  const void* freed_at = nullptr;  ///< the code that gave it back; null while it lives
  const char* name = nullptr;      ///< of a variable
  int device = 0;
};

/// Memory that programs hold on the device. Addresses are given out in turn, so that one that was freed stays
/// unused for long and its late users are found.
class Allocations {
 public:
  static Allocations& instance();

  /// Memory of `kind` on the current device, aligned to 1024 bytes; null when there is none left. It is filled with
  /// 0xff, but with 0 where the host may write: as nobody sees what it writes there, reading too early is no finding,
  /// and on a GPU gives 0.
  void* allocate(std::size_t bytes, MemoryKind kind, const void* made_at, const char* name = nullptr);

  /// Memory that the program has anyway; `name` is that of its variable. Until it is disowned.
  void adopt(std::span<char> memory, MemoryKind kind, const char* name);
  void disown(const void* address);

  /// False when nothing that lives starts at `address`.
  bool release(void* address, const void* freed_at);

  /// Whether `address` is so far from all that lives that a device would have no page there.
  bool is_far_from_living(const void* address);

  /// What lives or lived at `address` or, if nothing did, next to it.
  std::optional<Allocation> near(const void* address);

  /// What lives and holds `address`.
  std::optional<Allocation> holding(const void* address);

  /// All of `kind` that live.
  std::vector<Allocation> living(MemoryKind kind);

  /// The bytes of one device.
  std::size_t device_bytes_in_use(int device);

 private:
  /// One part of the arena.
  struct Part {
    char* begin = nullptr;
    char* end = nullptr;
    char* cursor = nullptr;
    std::size_t since_wrap = 0;  ///< bytes of small pieces given out since the cursor was at the begin
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
