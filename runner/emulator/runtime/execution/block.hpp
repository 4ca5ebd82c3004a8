#pragma once

#include <array>
#include <cstdint>

#include "runner/emulator/runtime/base/limits.hpp"
#include "runner/emulator/runtime/counters/access_counter.hpp"
#include "runner/emulator/runtime/execution/thread.hpp"
#include "runner/emulator/runtime/execution/warp.hpp"
#include "runner/emulator/runtime/races/global_races.hpp"
#include "runner/emulator/runtime/races/shared_races.hpp"

namespace cuda_emulator {

/// What the threads of a block vote at a barrier.
struct BarrierVotes {
  int count = 0;
  bool all = true;
  bool any = false;
};

/// The threads of an OS thread's current block: which may run, and what the others wait for. They run one at
/// a time until they wait, in order, and all lanes of a warp before the next warp.
class Block {
 public:
  /// Makes all threads of a block of this extent ready to start.
  void begin(dim3 extent, bool of_program);

  /// The thread to run after `current`: preferably another lane of its warp, otherwise one of another warp.
  /// Null when all have ended.
  Thread* next_after(const Thread& current);
  /// The ready thread after `current` in the order of the whole block; `current` if there is no other.
  Thread& next_in_turn(const Thread& current);
  Thread& first() { return threads_[0]; }

  /// `thread` has ended.
  void end(Thread& thread);

  /// Called when `thread` reaches a barrier of the block. False if it was the last: the others are ready
  /// again, and it need not wait.
  bool arrive_at_barrier(Thread& thread, int predicate);
  /// Whether the block's threads have met at a barrier.
  bool has_passed_barrier() const { return has_passed_barrier_; }
  const BarrierVotes& votes() const { return result_; }

  /// Called when `thread` reaches an operation of the lanes in `mask`. False if it was the last.
  bool arrive_at_operation(Thread& thread, WarpOperation operation, std::uint32_t mask);

  /// Called when `thread` asks which lanes of its warp are at the same place. It must wait.
  void arrive_at_convergence(Thread& thread);
  /// Called when `thread` may wait for lanes of its warp that ask so; they no longer wait for it.
  void release_converging(const Thread& thread) {
    if (warp_of(thread).converging) converge(thread.number / lanes_of_warp);
  }

  /// Receives notice of passed barriers, of the block and of warps.
  void tell_of_barriers(SharedRaces* shared_races, GlobalRaces* global_races, AccessCounter* counter) {
    shared_races_ = shared_races;
    global_races_ = global_races;
    counter_ = counter;
  }

  /// The lanes of the warp of `thread`, by their numbers in it.
  Thread* lanes_beside(const Thread& thread) {
    return &threads_[thread.number / lanes_of_warp * lanes_of_warp];
  }
  std::uint32_t live_lanes(const Thread& thread) { return warp_of(thread).live; }

 private:
  Warp& warp_of(const Thread& thread) { return warps_[thread.number / lanes_of_warp]; }
  Thread* ready_lane(unsigned warp, unsigned after);
  void stop(Thread& thread);
  void release_barrier();
  void converge(unsigned warp);
  void complete(unsigned warp, unsigned pending);
  void complete_what_waits_for_nobody(unsigned warp);
  bool untie();

  std::array<Thread, most_threads_of_block + 1> threads_;  ///< the last thread has no successor to check
  std::array<Warp, most_warps_of_block> warps_;
  std::uint32_t ready_warps_ = 0;
  unsigned warp_count_ = 0;
  unsigned live_ = 0;
  unsigned reached_end_ = 0;  ///< threads that ended there
  unsigned at_barrier_ = 0;
  const void* barrier_site_ = nullptr;  ///< the call at which the first thread waits
  bool has_passed_barrier_ = false;
  BarrierVotes arriving_, result_;
  dim3 extent_{0, 0, 0};
  SharedRaces* shared_races_ = nullptr;
  AccessCounter* counter_ = nullptr;  ///< null if nothing observes the block
  GlobalRaces* global_races_ = nullptr;
};

}  // namespace cuda_emulator
