#pragma once

#include <chrono>

namespace cuda_emulator {

/// Whether the clocks that a program reads count: each reading, of any of them, is a millisecond after the
/// previous one. Results that a program computes from times are then the same in each run, in whatever order
/// its streams run.
bool host_clocks_count();

/// The machine's real monotonic clock, even while the program's clocks count.
struct MachineClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using time_point = std::chrono::time_point<MachineClock, duration>;

  static time_point now();
};

}  // namespace cuda_emulator
