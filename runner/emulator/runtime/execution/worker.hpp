#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "runner/emulator/include/driver_types.h"
#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/base/checked_range.hpp"
#include "runner/emulator/runtime/counters/access_counter.hpp"
#include "runner/emulator/runtime/execution/block.hpp"
#include "runner/emulator/runtime/execution/fiber.hpp"
#include "runner/emulator/runtime/execution/grid_barrier.hpp"
#include "runner/emulator/runtime/execution/long_run.hpp"
#include "runner/emulator/runtime/execution/meetings.hpp"
#include "runner/emulator/runtime/execution/named_barriers.hpp"
#include "runner/emulator/runtime/execution/resident_blocks.hpp"
#include "runner/emulator/runtime/execution/shared_frame.hpp"
#include "runner/emulator/runtime/races/shared_races.hpp"

namespace cuda_emulator {

/// A grid that runs.
struct Launch {
  const KernelRow* row;  ///< null for one of the runtime's own kernels
  const char* kernel;
  dim3 grid, block;
  std::size_t shared_bytes;
  void (*call)(void*);
  void* parameters;
  std::uint64_t block_count;
  std::uint64_t most_resident = 1;     ///< blocks that a device holds at once
  ResidentBlocks* resident = nullptr;  ///< set by the function that runs them
  GridBarrier* barrier = nullptr;      ///< of a cooperative grid
  std::atomic<std::uint64_t> next_block{0};
  std::atomic<cudaError_t> error{cudaSuccess};  ///< what ended it early
};

/// An OS thread that runs blocks, one at a time.
class Worker {
 public:
  /// The worker of this OS thread, created on first use.
  static Worker& here();
  /// The worker that is running a block on this OS thread; null in host code.
  static Worker* running() { return running_; }

  ~Worker();

  /// Runs blocks of `launch` until none is left.
  void run_blocks(Launch& launch);

  // For the CUDA thread that runs: what it does next.
  Thread& current() { return *current_; }
  Block& block() { return block_; }
  const Block& block() const { return block_; }
  NamedBarriers& named_barriers() { return named_barriers_; }
  Meetings& meetings() { return meetings_; }
  LongRun& long_run() { return long_run_; }
  const Launch& launch() const { return *launch_; }
  /// Lets others run until this one is ready again.
  void wait();
  /// Waits until no other lane of the warp can run; the lanes that then wait at `code` continue together, in
  /// order.
  std::uint32_t wait_for_active_lanes(const void* code);
  /// Gives each other ready lane of the warp a turn, and now and then every thread of the block: the only
  /// sign that the current thread waits for a value is that it reads again and again.
  void give_lanes_a_turn(const void* code) {
    if (--patience_ == 0) {
      give_everybody_a_turn(code);
    } else {
      wait();
    }
  }
  /// Counts an operation that lets the lanes of a warp continue separately.
  void count_possible_spinning(const void* code) {
    if (--patience_ == 0) give_everybody_a_turn(code);
  }
  /// Ends the running thread, wherever it is in its code.
  [[noreturn]] void end_thread();
  /// `code` is what the current thread waits at; the grid ends there if no thread of it can ever continue.
  void give_everybody_a_turn(const void* code);
  /// Marks the worker as waiting at the barrier of the grid, where none of its threads can continue.
  void set_at_grid_barrier(bool is_there) { launch_->resident->set_at_grid_barrier(*this, is_there); }
  /// Ends the whole grid, as an error of a kernel does.
  [[noreturn]] void abort_launch(cudaError_t error);

  SharedRaces& shared_races() { return shared_races_; }
  GlobalRaces& global_races() { return global_races_; }
  /// Counts what kernels do to memory; null if counters are not wanted.
  AccessCounter* counter() { return counter_.get(); }
  /// The shared memory of this worker's block.
  const SharedFrame& frame() const { return frame_; }
  /// Whether `address` is on the stack of a CUDA thread, or in a constant of its code.
  bool owns(const void* address) const { return owns_stack(address) || lies_in(constants_, address); }
  /// Whether `address` is on the stack of a CUDA thread.
  bool owns_stack(const void* address) const { return fibers_.own(address); }
  /// The record of accesses to `address`; null for memory that blocks do not share.
  RaceCell* cells(const void* address) const {
    if (Arena::instance().holds(address)) return Arena::instance().cells(address);
    return variables_.holds(address) ? variables_.cells(address) : nullptr;
  }
  /// The states of the bytes from `address` on; null where there are none.
  std::uint8_t* states(const void* address) const {
    if (Arena::instance().holds(address)) return Arena::instance().states(address);
    if (frame_.range().holds(address)) return frame_.range().states(address);
    return variables_.holds(address) ? variables_.states(address) : nullptr;
  }

 private:
  Worker();
  static bool lies_in(std::span<const char> range, const void* address) {
    return static_cast<std::size_t>(static_cast<const char*>(address) - range.data()) < range.size();
  }
  static void run_threads(Fiber& fiber);
  void set_current(Thread& thread);
  void run_block(std::uint64_t number);
  void go_to(Thread& next);

  static __thread Worker* running_;
  static constexpr std::uint32_t most_patience = 512;
  static constexpr std::uint32_t patience_of_one_that_tries = 16;
  // What every access needs comes first.
  std::uint32_t patience_ = most_patience;
  std::uint64_t changes_before_turn_ = 0;
  std::unique_ptr<AccessCounter> counter_;
  GlobalRaces global_races_;
  Fibers fibers_;
  SharedFrame frame_;
  SharedRaces shared_races_;
  const CheckedRange& variables_;    ///< of the program
  std::span<const char> constants_;  ///< of the device's code
  Block block_;
  NamedBarriers named_barriers_;
  Meetings meetings_;
  Launch* launch_ = nullptr;
  Thread* current_ = nullptr;
  std::unique_ptr<char[]> signal_stack_;
  LongRun long_run_;
};

}  // namespace cuda_emulator
