#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "runner/emulator/runtime/base/race_cell.hpp"

namespace cuda_emulator {

/// A part of the execution of a warp, or of one thread, within which nothing orders its accesses with those
/// of others. It lasts until a barrier or, for a single thread, until a publication.
struct Interval {
  std::uint32_t block = 0;                  ///< the number of the block in its grid
  std::uint32_t phase = 0;                  ///< the first interval since the block's last barrier
  std::uint32_t warp_step = 0;              ///< the first of this warp since its last __syncwarp()
  std::atomic<std::uint32_t> published{0};  ///< when all of it was published; 0: not yet
};

/// The intervals of the running grid, and the clock of publications. A publication is a fence followed by a
/// strong write. Any thread that performs a strong operation after it may have learnt of it: the address is
/// ignored, which loses some findings and causes none.
class Intervals {
 public:
  static Intervals& instance();

  /// Everything before is ordered with everything after: another grid starts, or all blocks of this one have
  /// met.
  void begin();
  /// The number of the first interval since then.
  std::uint32_t first() const { return first_.load(std::memory_order_relaxed); }

  /// The number of the first of `count` intervals; 0 if none are left.
  std::uint32_t take(std::uint32_t count);
  Interval& operator[](std::uint32_t number) { return all_[number - base_]; }

  /// The first interval of the running grid, or of the last one.
  std::uint32_t first_of_grid() const { return base_; }
  /// The interval after its last.
  std::uint32_t end_of_grid() const { return next_.load(std::memory_order_relaxed); }

  std::uint32_t now() const { return time_; }
  std::uint32_t next_time() { return ++time_; }

  /// Publishes only a thread's own accesses, if it shares the interval with its warp.
  void publish_of_thread(std::uint32_t interval, unsigned thread, std::uint32_t time);
  /// When the accesses of `thread` in the interval were published; 0 if they were not.
  std::uint32_t published(std::uint32_t interval, unsigned thread);

  /// Sets, before the first grid, what to clear when all numbers have been used.
  void on_wrap(void (*clear)()) { clear_ = clear; }
  /// Called when a grid starts; grids run one at a time.
  void begin_grid();

 private:
  Intervals();

  Interval* all_;
  std::uint32_t base_ = 1;  ///< the first of the grid
  std::atomic<std::uint32_t> first_{1}, next_{1};
  std::atomic<std::uint32_t> time_{1};
  void (*clear_)() = nullptr;
  std::mutex mutex_;
  std::unordered_map<std::uint64_t, std::uint32_t> of_threads_;
};

}  // namespace cuda_emulator
