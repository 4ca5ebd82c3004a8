#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "runner/emulator/runtime/base/limits.hpp"

namespace cuda_emulator {

/// What one instruction of a warp does to memory.
struct WarpAccess {
  std::uint32_t lanes = 0;  ///< one bit for each lane that takes part
  std::uint32_t bytes = 0;  ///< of each lane
  std::array<std::uintptr_t, lanes_of_warp> addresses;
};

/// The 32-byte sectors of global memory that it touches.
unsigned sectors_of(const WarpAccess& access);

/// The sectors that it would touch if its bytes were adjacent.
unsigned least_sectors_of(const WarpAccess& access);

struct Passes {
  unsigned all;
  unsigned least;  ///< the number needed if no two of its words were in the same bank
};

/// Its passes through shared memory, which has 32 banks of 4 bytes. Lanes that access the same word share a
/// pass; lanes that access different words of the same bank take turns. With 8 bytes per lane, half a warp is
/// served at a time; with 16 bytes, a quarter.
Passes passes_of(const WarpAccess& access);

/// The lanes that have to wait because another lane of the warp changes the same address.
unsigned collisions_of(const WarpAccess& access);

/// The distance in bytes from one participating lane to the next, if it is the same for three of four; none
/// otherwise, or if few take part.
std::optional<std::int64_t> step_of(const WarpAccess& access);

/// Whether exactly every second or every fourth lane takes part.
bool has_gaps(std::uint32_t lanes);

/// All of that.
struct AccessFigures {
  unsigned sectors = 0, least_sectors = 0;  ///< of global memory
  Passes passes{};                          ///< through shared memory
  unsigned collisions = 0;                  ///< of atomic operations
  std::optional<std::int64_t> step;

  /// The number of memory passes that it takes.
  unsigned turns() const { return sectors + passes.all + collisions; }
};

}  // namespace cuda_emulator
