#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "runner/emulator/runtime/counters/line_counts.hpp"
#include "runner/emulator/runtime/counters/warp_access.hpp"

namespace cuda_emulator {

/// Counts what the blocks of one OS thread do to memory. The lanes of a warp run one after another here, and on a device
/// together: the first access of each lane at one place in the code is one access of the warp, so is the second of each,
/// and so on, from one barrier of the block to the next.
class AccessCounter {
 public:
  /// Takes an access of `thread`. False: nothing was taken, as there is no room to keep more of what waits for other lanes:
  /// these should run, or settle() ends the waiting.
  bool count(unsigned thread, CountedAccess access, std::uintptr_t address, std::size_t bytes,
             const void* code) {
    if (thread / lanes_of_warp != warp_) {  // all lanes of the one before wait, or have ended
      settle();
      warp_ = thread / lanes_of_warp;
    }
    const unsigned lane = thread % lanes_of_warp;
    Instruction& instruction = instruction_at({code, access});
    if (instruction.times[lane] == instruction.waiting.size() && !begin(instruction, bytes)) return false;
    WarpAccess& together = waiting_[instruction.waiting[instruction.times[lane]++]];
    together.lanes |= 1u << lane;
    together.addresses[lane] = address;
    return true;
  }

  /// No lane will come any more to what others have done: at a barrier of the block, or at its end.
  void settle();
  /// How often that was.
  std::uint64_t settled() const { return settled_; }

  /// The grid of `kernel` has ended.
  void end_launch(const char* kernel);

 private:
  static constexpr std::size_t most_waiting = 1 << 11;

  /// What was counted at one place in the code, and what waits for other lanes.
  struct Instruction {
    AccessCounts counts;
    std::array<std::uint32_t, lanes_of_warp> times{};  ///< how often each lane came to it
    std::vector<std::uint32_t> waiting;                ///< in `waiting_`, by the number of times
  };
  using Place = std::pair<const void*, CountedAccess>;
  /// The instruction that this slot was asked for last: nearly always it is asked for again.
  struct Recent {
    Place place{};
    Instruction* instruction = nullptr;
  };

  Instruction& instruction_at(Place place) {
    Recent& recent = recent_[reinterpret_cast<std::uintptr_t>(place.first) % recent_.size()];
    if (recent.place != place) recent = {place, &instructions_[place]};
    return *recent.instruction;
  }
  /// The first lane comes to the instruction once more. False: there is no room.
  bool begin(Instruction& instruction, std::size_t bytes);
  static void take(AccessCounts& counts, CountedAccess access, const WarpAccess& done);

  std::map<Place, Instruction> instructions_;
  std::array<Recent, 256> recent_;
  std::vector<WarpAccess> waiting_;
  unsigned warp_ = 0;
  std::uint64_t settled_ = 0;
};

}  // namespace cuda_emulator
