// Replaces the C library calls by which a program reads a clock. With CUDA_EMULATOR_COUNTED_CLOCKS, they
// count.
#include "runner/emulator/runtime/base/host_clocks.hpp"

#include <dlfcn.h>
#include <sys/time.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <ctime>

#include "base/clock.hpp"

namespace {

using base::nanoseconds_per_millisecond;
using base::nanoseconds_per_second;

constexpr std::int64_t first_ns = 1'767'225'600 * nanoseconds_per_second;  // New Year's Day 2026: a date
std::atomic<std::int64_t> readings{0};

std::int64_t counted_ns() {
  return first_ns + nanoseconds_per_millisecond * ++readings;
}

int real_clock_gettime(clockid_t clock, timespec* time) {
  static const auto real = reinterpret_cast<int (*)(clockid_t, timespec*)>(dlsym(RTLD_NEXT, "clock_gettime"));
  return real(clock, time);
}

/// CPU time of a thread or process stays real, because the runtime's own limits depend on it.
bool is_of_cpu(clockid_t clock) {
  return clock < 0 || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID;
}

}  // namespace

namespace cuda_emulator {

bool host_clocks_count() {
  static const bool do_count = std::getenv("CUDA_EMULATOR_COUNTED_CLOCKS") != nullptr;
  return do_count;
}

MachineClock::time_point MachineClock::now() {
  timespec now{};
  real_clock_gettime(CLOCK_MONOTONIC, &now);
  return time_point(duration(base::to_nanoseconds(now)));
}

}  // namespace cuda_emulator

using cuda_emulator::host_clocks_count;

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  if (!host_clocks_count() || is_of_cpu(clock)) return real_clock_gettime(clock, time);
  const std::int64_t now = counted_ns();
  *time = {now / nanoseconds_per_second, now % nanoseconds_per_second};
  return 0;
}

int timespec_get(timespec* time, int kind) noexcept {
  if (kind != TIME_UTC) return 0;
  return clock_gettime(CLOCK_REALTIME, time) ? 0 : kind;
}

int gettimeofday(timeval* time, void*) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  *time = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

std::time_t time(std::time_t* time) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (time) *time = now.tv_sec;
  return now.tv_sec;
}

/// The CPU time of a program, by which many measure how long a launch takes.
std::clock_t clock() noexcept {
  timespec now{};
  clock_gettime(host_clocks_count() ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &now);
  const std::int64_t ns = base::to_nanoseconds(now) - (host_clocks_count() ? first_ns : 0);
  return static_cast<std::clock_t>(ns / (nanoseconds_per_second / CLOCKS_PER_SEC));
}
}
