#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "runner/emulator/runtime/base/limits.hpp"
#include "runner/emulator/runtime/races/intervals.hpp"

namespace cuda_emulator {

/// Orders the accesses of the block that an OS thread runs: which interval each of its threads is in, and
/// which publications of others it has seen.
class BlockOrder {
 public:
  void begin_block(std::uint64_t block, unsigned threads);
  /// Called when all blocks of the grid have met.
  void pass_grid_barrier();
  void pass_barrier();
  void pass_warp_barrier(unsigned warp);

  void fence(unsigned thread) { threads_[thread].fenced = true; }
  bool has_fenced(unsigned thread) const { return threads_[thread].fenced; }
  /// A strong write of `thread` publishes what it knows.
  void publish(unsigned thread);
  /// Called after a strong operation of `thread`, which then knows what has been published.
  void listen(unsigned thread);

  /// The interval that `thread` is in; 0 if it is not tracked.
  std::uint32_t interval(unsigned thread) const {
    const Step& step = warps_[thread / lanes_of_warp];
    const Own& own = threads_[thread];
    return own.warp_step == step.interval ? own.interval : step.interval;
  }
  /// The first interval of this block since all blocks met.
  std::uint32_t first_interval() const { return first_; }

  /// Whether `earlier`, an access of this grid, is ordered before what `thread` does now.
  bool in_order(AccessStamp earlier, unsigned thread) const;

 private:
  /// The state of a thread that has published: the interval since then.
  struct Own {
    std::uint32_t warp_step = ~0u, interval = 0;
    std::uint32_t listened = 0;
    bool fenced = false;
  };

  struct Step {
    std::uint32_t interval = 0;
    std::uint32_t listened = 0;  ///< before the last __syncwarp(), by any lane
    std::uint32_t latest_listened = 0;
    std::vector<std::uint32_t> unpublished;  ///< intervals of the phase before that
    std::vector<std::uint32_t> of_threads;   ///< those of single threads since
  };

  void make(std::uint32_t interval, std::uint32_t warp_step);
  void begin_phase();
  void end_phase();
  std::uint32_t listened(unsigned thread) const;

  std::uint32_t block_ = 0, phase_ = 0, first_ = 0;
  unsigned thread_count_ = 0, warp_count_ = 0;
  std::uint32_t listened_ = 0, latest_listened_ = 0;
  std::array<Own, most_threads_of_block> threads_;
  std::array<Step, most_warps_of_block> warps_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> unpublished_;  ///< first and number, of earlier phases
};

}  // namespace cuda_emulator
