#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace cuda_emulator {

struct Thread;

/// An operation of several lanes of a warp: each waits until all that its mask names have arrived.
enum class WarpOperation : std::uint8_t {
  synchronise,
  shuffle,  ///< parameter: the lane to read from
  ballot,
  match_any,
  match_all,
  reduce_add,
  reduce_min_signed,
  reduce_max_signed,
  reduce_min_unsigned,
  reduce_max_unsigned,
  reduce_and,
  reduce_or,
  reduce_xor,
  multiply_matrices,  ///< value: the address of the lane's MatrixFragments
  compute,            ///< value: of a WarpTask
};

/// What all lanes of a warp do at once, when the last arrives.
struct WarpTask {
  void (*run)(WarpTask* const* tasks);  ///< `tasks`: one for each lane
};

/// An operation at which some lanes have arrived and others have not.
struct PendingOperation {
  WarpOperation operation;
  std::uint32_t mask;
  std::uint32_t arrived;
};

/// Sets of lanes, one bit each.
struct Warp {
  std::uint32_t live = 0;        ///< not ended
  std::uint32_t ready = 0;       ///< may run, or are running; lanes that have not started are ready too
  std::uint32_t at_barrier = 0;  ///< waiting at a barrier of the block
  std::uint32_t converging = 0;  ///< asking which lanes are active
  std::array<PendingOperation, 32> pending;
  unsigned pending_count = 0;
};

}  // namespace cuda_emulator
