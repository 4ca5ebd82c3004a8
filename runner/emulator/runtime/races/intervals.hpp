#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "runner/emulator/runtime/base/race_cell.hpp"

namespace cuda_emulator {

/// A part of the run of a warp, or of one thread, in which nothing puts its accesses in order with those of
/// others: up to a barrier or, of a single thread, up to a publication.
struct Interval {
  std::uint32_t block = 0;                  ///< the number of the block in its grid
  std::uint32_t phase = 0;                  ///< the first interval since the block's last barrier
  std::uint32_t warp_step = 0;              ///< the first of this warp since its last __syncwarp()
  std::atomic<std::uint32_t> published{0};  ///< when all of it was; 0: not yet
};

/// The intervals of the grid that runs, and the clock of publications. A publication is a fence and a strong
/// write after it. Whatever a thread finds by a strong operation after that, it may have learnt from it: the
/// address does not count, which loses some findings and makes none.
class Intervals {
 public:
  static Intervals& instance();

  /// What was before is in order with what comes: another grid begins, or all blocks of this one have met.
  void begin();
  /// The number of the first interval since then.
  std::uint32_t first() const { return first_.load(std::memory_order_relaxed); }

  /// The number of the first of `count` intervals; 0 when none are left.
  std::uint32_t take(std::uint32_t count);
  Interval& operator[](std::uint32_t number) { return all_[number - base_]; }

  /// The first interval of the grid that runs, or ran last.
  std::uint32_t first_of_grid() const { return base_; }
  /// The one behind its last.
  std::uint32_t end_of_grid() const { return next_.load(std::memory_order_relaxed); }

  std::uint32_t now() const { return time_; }
  std::uint32_t next_time() { return ++time_; }

  /// Publishes a thread's own accesses alone, where it shares the interval with its warp.
  void publish_of_thread(std::uint32_t interval, unsigned thread, std::uint32_t time);
  /// When the accesses of `thread` in the interval were published; 0: not yet.
  std::uint32_t published(std::uint32_t interval, unsigned thread);

  /// Says before the first grid what to clear when all numbers have been used.
  void on_wrap(void (*clear)()) { clear_ = clear; }
  /// A grid begins. One at a time.
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
