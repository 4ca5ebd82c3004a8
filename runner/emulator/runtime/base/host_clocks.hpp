#pragma once

#include <chrono>

namespace cuda_emulator {

/// Whether the clocks that a program reads count: each reading, of any of them, is a millisecond after the one before.
/// What a program computes from times is then the same in each run, whatever order its streams are in.
bool host_clocks_count();

/// The machine's own monotonic clock, also while those of the program count.
struct MachineClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using time_point = std::chrono::time_point<MachineClock, duration>;

  static time_point now();
};

}  // namespace cuda_emulator
