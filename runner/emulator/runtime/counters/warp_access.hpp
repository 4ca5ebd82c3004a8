#pragma once

#include <array>
#include <cstdint>

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

}  // namespace cuda_emulator
