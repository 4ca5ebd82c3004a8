#include "runner/emulator/runtime/execution/meetings.hpp"

#include "base/clock.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

namespace cuda_emulator {
namespace {

constexpr std::int64_t least_loop_ns = base::nanoseconds_per_second;

}  // namespace

void Meetings::look(const void* code) {
  const std::uint64_t looks = weight_ / between_looks;
  if (looks == 1) first_look_ns_ = base::thread_cpu_ns();
  if (looks < least_looks || base::thread_cpu_ns() - first_look_ns_ < least_loop_ns) return;
  report(FindingKind::barrier_loop, code,
         "the threads of this block have met here, or at other barriers, tens of thousands of times in more "
         "than a second: does the loop around this line ever end?");
}

}  // namespace cuda_emulator
