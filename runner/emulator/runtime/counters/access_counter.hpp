#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "runner/emulator/runtime/counters/known_figures.hpp"
#include "runner/emulator/runtime/counters/line_counts.hpp"
#include "runner/emulator/runtime/counters/tree_steps.hpp"
#include "runner/emulator/runtime/counters/warp_access.hpp"

namespace cuda_emulator {

/// Counts what the blocks of one OS thread do to memory. Here the lanes of a warp run one after another; on a
/// device they run together. So the first access of each lane at a place in the code forms one access of the
/// warp, the second of each forms another, and so on, between two barriers of the block.
class AccessCounter {
 public:
  AccessCounter() : addresses_(lanes_of_warp * row_length) {}

  /// Counts an access of `thread` if that also came last and its lane does what the first lane of its warp
  /// did, in the same order; nearly always true.
  bool follows(unsigned thread, Counted kind, std::uintptr_t address, const void* code) {
    if (thread != thread_ || next_ >= in_order_ || places_[next_] != place(code, kind)) return false;
    row_[next_++] = address;
    return true;
  }
  /// Counts any access. False if nothing was counted, because there is no room for more requests that wait
  /// for other lanes: let these run, or settle() ends the waiting.
  bool count(unsigned thread, Counted kind, std::uintptr_t address, std::size_t bytes, const void* code);

  /// Closes all waiting requests: no lane will join them.
  void settle();
  /// Others have a turn before the lanes of a warp have come as far as each other. Until the next barrier, a warp's
  /// requests wait while other warps run, and the lanes that a request lacks say nothing about the program.
  void interrupt() { is_interrupted_ = true; }
  /// Called when the block, of so many warps, has passed a barrier.
  void pass_barrier(unsigned warps) {
    settle_all();
    tree_.pass_barrier(warps);
  }
  void end_block() {
    settle_all();
    tree_.end_block();
  }
  /// How often that happened.
  std::uint64_t settled() const { return settled_; }
  /// What was counted at `code` since the grid started, without waiting requests.
  const AccessCounts& counts_at(const void* code, Counted kind) {
    return instruction_at(place(code, kind)).counts;
  }

  /// Called when the grid of `kernel` has ended.
  void end_launch(const char* kernel);

 private:
  /// Small enough for a cache near the core.
  static constexpr std::uint32_t most_waiting = 1 << 8;
  /// The most requests that wait while other warps run: lanes that spin on a lock need room in their next turn.
  static constexpr std::uint32_t most_kept = most_waiting / 4;
  /// Padded, so that the addresses of a request fall into different cache sets.
  static constexpr std::size_t row_length = most_waiting + 8;
  static constexpr unsigned no_thread = ~0u;

  /// A place in the code, and the kind of access there.
  using Place = std::uintptr_t;
  static constexpr unsigned address_bits = 56;
  static Place place(const void* code, Counted kind) {
    return reinterpret_cast<std::uintptr_t>(code) | static_cast<std::uintptr_t>(kind) << address_bits;
  }
  static Counted kind_at(Place place) { return static_cast<Counted>(place >> address_bits); }

  /// The counts of one place in the code, and its waiting requests.
  struct Instruction {
    AccessCounts counts;
    std::array<std::uint32_t, lanes_of_warp> times{};  ///< how often each lane came to it; of those astray
    std::vector<std::uint32_t> waiting;                ///< indices into `waiting_`, by the number of times
  };
  /// A request that other lanes may join.
  struct Waiting {
    Instruction* instruction;
    std::uint32_t bytes;  ///< of each lane
    std::uint32_t lanes;  ///< those of its lanes that are out of order
  };
  /// The waiting requests of a warp that was interrupted.
  struct Kept {
    std::vector<Place> places;
    std::vector<Waiting> waiting;
    std::vector<std::uintptr_t> addresses;  ///< of each lane in turn
    std::array<std::uint32_t, lanes_of_warp> nexts;
    std::uint32_t astray;
  };
  /// The instruction for which this slot was last requested, nearly always the same again.
  struct Recent {
    Place place = 0;
    Instruction* instruction = nullptr;
  };

  Instruction& instruction_at(Place place) {
    Recent& recent = recent_[place % recent_.size()];
    if (recent.place != place) recent = {place, &instructions_[place]};
    return *recent.instruction;
  }
  void settle_all();
  void switch_to(unsigned thread);
  void keep();
  void take_back();
  void forget();
  bool begin(Instruction& instruction, Place place, std::size_t bytes);
  bool count_astray(unsigned lane, Place place, std::uintptr_t address, std::size_t bytes);
  void leave_order(unsigned lane);
  std::uint32_t lanes_in_all();
  WarpAccess access_of(std::uint32_t number, std::uint32_t lanes) const;

  std::map<Place, Instruction> instructions_;
  std::array<Recent, 256> recent_;
  // The waiting requests, in the order in which the first lane of each arrived. A lane writes only addresses.
  std::array<Place, most_waiting> places_;
  std::array<Waiting, most_waiting> waiting_;
  std::vector<std::uintptr_t> addresses_;  ///< a row for each lane
  std::uint32_t waiting_count_ = 0;
  std::array<std::uint32_t, lanes_of_warp> nexts_{};  ///< where each lane is expected
  std::uint32_t astray_ = 0;  ///< lanes that skipped one of these, or reached one in another order
  // The thread that came last, its row, where its lane is expected, and before where it may be in order.
  unsigned thread_ = no_thread;
  std::uintptr_t* row_ = nullptr;
  std::uint32_t next_ = 0, in_order_ = 0;
  std::map<unsigned, Kept> kept_;  ///< by warp
  KnownFigures figures_;
  TreeSteps tree_;
  unsigned warp_ = 0;
  std::uint64_t settled_ = 0;
  bool is_interrupted_ = false;
};

}  // namespace cuda_emulator
