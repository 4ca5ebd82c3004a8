#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "runner/emulator/runtime/base/limits.hpp"

namespace cuda_emulator {

/// The work that idle warps of a block leave undone in the steps of a tree.
struct IdleWarps {
  static constexpr unsigned most_steps = 10;  ///< the tree of 1024 threads

  std::uint64_t turns = 0;                         ///< turns at memory that idle warps missed
  std::uint8_t warps = 0;                          ///< of the block with the longest tree
  std::uint8_t steps = 0;                          ///< of that tree
  std::array<std::uint8_t, most_steps> at_work{};  ///< warps in each

  IdleWarps& operator+=(const IdleWarps& other);
};

/// Finds trees, such as those of reductions, in what the warps of a block do between its barriers: at least
/// three steps, each with half the threads of the previous one.
class TreeSteps {
 public:
  /// Records that these lanes of the warp accessed memory, in so many turns; `here` identifies the place of
  /// the last access.
  void add(unsigned warp, std::uint32_t lanes, std::uint32_t turns, IdleWarps& here) {
    lanes_[warp] |= lanes;
    turns_[warp] += turns;
    last_ = &here;
  }
  /// Called when a block of so many warps has passed a barrier.
  void pass_barrier(unsigned warps);
  /// Called when the block has ended: what came after its last barrier is not a step.
  void end_block();

 private:
  static constexpr unsigned least_steps = 3;

  /// What was done between two barriers.
  struct Step {
    unsigned threads = 0;
    std::uint8_t at_work = 0;  ///< warps
    std::uint32_t turns = 0;   ///< of the warp that took most
    IdleWarps* last = nullptr;
  };

  Step take_step(unsigned warps);
  void end_tree();

  std::array<std::uint32_t, most_warps_of_block> lanes_{}, turns_{};  ///< since the last barrier
  IdleWarps* last_ = nullptr;                                         ///< of the last access since then
  unsigned warps_ = 0;
  unsigned threads_before_ = 0;
  unsigned count_ = 0;  ///< of the steps so far
  std::array<Step, IdleWarps::most_steps> steps_;
};

}  // namespace cuda_emulator
