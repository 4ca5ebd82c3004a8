#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "runner/emulator/runtime/base/limits.hpp"

namespace cuda_emulator {

/// What one instruction of a warp does to memory at once.
struct WarpAccess {
  std::uint32_t lanes = 0;  ///< one bit for each that takes part
  std::uint32_t bytes = 0;  ///< of each lane
  std::array<std::uintptr_t, lanes_of_warp> addresses;
};

/// The sectors of 32 bytes of global memory that it touches.
unsigned sectors_of(const WarpAccess& access);

/// The sectors that it would touch if its bytes lay side by side.
unsigned least_sectors_of(const WarpAccess& access);

struct Passes {
  unsigned all;
  unsigned least;  ///< as many as it takes if no two of its words meet in a bank
};

/// Its passes through shared memory, which has 32 banks of 4 bytes: lanes that want the same word share one, lanes that
/// want other words of the same bank take turns. 8 bytes a lane are moved for half of a warp at a time, 16 bytes for a
/// quarter.
Passes passes_of(const WarpAccess& access);

/// The lanes that have to wait as another lane of the warp changes the same address.
unsigned collisions_of(const WarpAccess& access);

/// How many bytes lie from a lane to the next that takes part, where that is the same for three of four; none where it
/// is not, or where few take part.
std::optional<std::int64_t> step_of(const WarpAccess& access);

/// Whether every second or every fourth lane takes part, and no other.
bool has_gaps(std::uint32_t lanes);

/// All of that.
struct AccessFigures {
  unsigned sectors = 0, least_sectors = 0;  ///< of global memory
  Passes passes{};                          ///< through shared memory
  unsigned collisions = 0;                  ///< of atomic operations
  std::optional<std::int64_t> step;

  /// How often the memory works for it.
  unsigned turns() const { return sectors + passes.all + collisions; }
};

}  // namespace cuda_emulator
