#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>

#include "runner/emulator/runtime/base/limits.hpp"

namespace cuda_emulator {

/// Vector clocks of the lanes of each warp: what each knows of the others (C. Fidge, "Timestamps in
/// message-passing systems that preserve the partial ordering", 1988).
class WarpClocks {
 public:
  WarpClocks() : clocks_(new Clock[most_threads_of_block]()) {
    for (unsigned thread = 0; thread < most_threads_of_block; ++thread) tick(thread);
  }

  /// A lane's own time. Others do not know what it does at this time until a join.
  std::uint32_t time(unsigned thread) const { return times_[thread]; }

  /// Whether `thread` knows what `other` of its warp did at `time`.
  bool knows(unsigned thread, unsigned other, std::uint32_t time) const {
    return time <= clocks_[thread][other % lanes_of_warp];
  }

  /// Separates what `thread` does from now on from what it did before.
  void tick(unsigned thread) { clocks_[thread][thread % lanes_of_warp] = ++times_[thread]; }

  /// `lanes` of a warp meet: each learns what any of them did before.
  void join(unsigned warp, std::uint32_t lanes) {
    Clock all{};
    for_each(warp, lanes, [&](unsigned thread) {
      for (unsigned n = 0; n < lanes_of_warp; ++n) all[n] = std::max(all[n], clocks_[thread][n]);
    });
    for_each(warp, lanes, [&](unsigned thread) {
      clocks_[thread] = all;
      tick(thread);
    });
  }

 private:
  using Clock = std::array<std::uint32_t, lanes_of_warp>;

  template <class Visit>
  static void for_each(unsigned warp, std::uint32_t lanes, Visit visit) {
    for (; lanes; lanes &= lanes - 1) {
      visit(warp * lanes_of_warp + static_cast<unsigned>(std::countr_zero(lanes)));
    }
  }

  std::unique_ptr<Clock[]> clocks_;
  std::array<std::uint32_t, most_threads_of_block> times_{};  ///< each lane's own
};

}  // namespace cuda_emulator
