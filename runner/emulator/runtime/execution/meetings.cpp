#include "runner/emulator/runtime/execution/meetings.hpp"

#include <time.h>

#include "runner/emulator/runtime/report/findings.hpp"

namespace cuda_emulator {
namespace {

constexpr std::uint64_t least_loop_nanoseconds = 1'000'000'000;

/// Of this OS thread.
std::uint64_t thread_cpu_nanoseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace

void Meetings::look(const void* code) {
  const std::uint64_t looks = weight_ / between_looks;
  if (looks == 1) first_look_ns_ = thread_cpu_nanoseconds();
  if (looks < least_looks || thread_cpu_nanoseconds() - first_look_ns_ < least_loop_nanoseconds) return;
  report(FindingKind::barrier_loop, code,
         "the threads of this block have met here, or at other barriers, tens of thousands of times in more "
         "than "
         "a second: does the loop around this line ever end?");
}

}  // namespace cuda_emulator
