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

/// The threads of the block that an OS thread runs: which may run, and what the others wait for. Threads run
/// one at a time and until they wait, in their order, lanes of a warp before the next warp.
class Block {
 public:
  /// Makes all threads of a block of this extent ready to start.
  void begin(dim3 extent, bool of_program);

  /// The thread to run after `current`: another lane of its warp if there is one, or else of another warp.
  /// Null when all have ended.
  Thread* next_after(const Thread& current);
  /// The ready thread after `current` in the order of the whole block; itself if there is no other.
  Thread& next_in_turn(const Thread& current);
  Thread& first() { return threads_[0]; }

  /// `thread` has ended.
  void end(Thread& thread);

  /// `thread` comes to a barrier of the block. False when it was the last: the others are ready again, and it
  /// need not wait.
  bool arrive_at_barrier(Thread& thread, int predicate);
  /// Whether its threads have met at a barrier.
  bool has_passed_barrier() const { return has_passed_barrier_; }
  const BarrierVotes& votes() const { return result_; }

  /// `thread` comes to an operation of the lanes in `mask`; likewise.
  bool arrive_at_operation(Thread& thread, WarpOperation operation, std::uint32_t mask);

  /// `thread` asks which lanes of its warp are at the same place. It must wait.
  void arrive_at_convergence(Thread& thread);
  /// `thread` may wait for lanes of its warp that ask so: they no longer wait for it.
  void release_converging(const Thread& thread) {
    if (warp_of(thread).converging) converge(thread.number / lanes_of_warp);
  }

  /// Notified of barriers passed, of the block and of warps.
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

  std::array<Thread, most_threads_of_block + 1> threads_;  ///< the last has no successor to look at
  std::array<Warp, most_warps_of_block> warps_;
  std::uint32_t ready_warps_ = 0;
  unsigned warp_count_ = 0;
  unsigned live_ = 0;
  unsigned reached_end_ = 0;  ///< threads that ended there
  unsigned at_barrier_ = 0;
  const void* barrier_site_ = nullptr;  ///< where the first that waits called
  bool has_passed_barrier_ = false;
  BarrierVotes arriving_, result_;
  dim3 extent_{0, 0, 0};
  SharedRaces* shared_races_ = nullptr;
  AccessCounter* counter_ = nullptr;  ///< null: nobody wants to know
  GlobalRaces* global_races_ = nullptr;
};

}  // namespace cuda_emulator
