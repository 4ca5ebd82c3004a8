#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runner/emulator/runtime/base/arena.hpp"

namespace cuda_emulator {

/// Memory outside the arena whose bytes have states: variables placed by the front end.
struct CheckedRange {
  const char* begin = nullptr;
  std::size_t bytes = 0;
  std::uint8_t* all_states = nullptr;
  RaceCell* all_cells = nullptr;  ///< of memory that all blocks share

  bool holds(const void* address) const { return offset(address) < bytes; }
  std::uint8_t* states(const void* address) const { return all_states + offset(address); }
  RaceCell* cells(const void* address) const { return RaceCell::of(address, begin, all_cells); }
  void set_states(const void* address, std::size_t count, ByteState state) const {
    std::memset(states(address), static_cast<int>(state), count);
  }

 private:
  std::size_t offset(const void* address) const {
    return static_cast<std::size_t>(static_cast<const char*>(address) - begin);
  }
};

}  // namespace cuda_emulator
