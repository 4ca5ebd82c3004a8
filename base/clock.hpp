#pragma once

#include <sys/time.h>

#include <cstdint>
#include <ctime>

namespace base {

inline constexpr std::int64_t nanoseconds_per_second = 1'000'000'000;
inline constexpr std::int64_t nanoseconds_per_millisecond = 1'000'000;

inline std::int64_t to_nanoseconds(const timespec& time) {
  return time.tv_sec * nanoseconds_per_second + time.tv_nsec;
}

inline std::int64_t to_nanoseconds(const timeval& time) {
  return time.tv_sec * nanoseconds_per_second + time.tv_usec * 1000;
}

/// The clock of every wall time: it neither jumps nor runs backwards.
inline std::int64_t monotonic_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return to_nanoseconds(now);
}

/// The CPU time that the calling thread has used: unlike wall time, it does not grow while others have the core.
inline std::int64_t thread_cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return to_nanoseconds(now);
}

/// The CPU time that all threads of this process have used.
inline std::int64_t process_cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return to_nanoseconds(now);
}

}  // namespace base
