#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runner/emulator/runtime/base/race_cell.hpp"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

namespace cuda_emulator {

/// What is known about a byte of the arena.
enum class ByteState : std::uint8_t { none, allocated, written };
constexpr auto written = static_cast<std::uint8_t>(ByteState::written);

/// The address range of all memory that a kernel may use and that the runtime allocates, with a state for
/// each byte. The first part is device memory, which host code must not touch; the second is shared by both.
class Arena {
 public:
  static Arena& instance() { return arena_; }

  /// Reserves the addresses; ends the program if that fails. Call it before anything else.
  void reserve();

  bool holds(const void* address) const { return offset(address) < bytes_; }
  bool in_device_part(const void* address) const { return offset(address) < device_bytes_; }
  char* device_part() const { return base_; }
  std::size_t device_bytes() const { return device_bytes_; }
  char* common_part() const { return base_ + device_bytes_; }
  std::size_t common_bytes() const { return bytes_ - device_bytes_; }

  /// The states of the bytes from `address` on.
  std::uint8_t* states(const void* address) const { return states_ + offset(address); }
  /// The record of accesses to `address`.
  RaceCell* cells(const void* address) const { return cells_ + offset(address) / RaceCell::covered_bytes; }
  /// Forgets all accesses.
  void clear_cells() const;

  void set_states(const void* address, std::size_t bytes, ByteState state) const {
    std::memset(states(address), static_cast<int>(state), bytes);
    tell_sanitizer(address, bytes, state);
  }

  /// Marks memory as unallocated for kernels that are compiled with the address sanitizer instead of the
  /// hooks.
  static void tell_sanitizer([[maybe_unused]] const void* address, [[maybe_unused]] std::size_t bytes,
                             [[maybe_unused]] ByteState state) {
#ifdef __SANITIZE_ADDRESS__
    if (state == ByteState::none) {
      __asan_poison_memory_region(address, bytes);
    } else {
      __asan_unpoison_memory_region(address, bytes);
    }
#endif
  }

 private:
  std::size_t offset(const void* address) const {
    return static_cast<std::size_t>(static_cast<const char*>(address) - base_);
  }

  static Arena arena_;
  char* base_ = nullptr;
  std::uint8_t* states_ = nullptr;
  RaceCell* cells_ = nullptr;
  std::size_t device_bytes_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace cuda_emulator
