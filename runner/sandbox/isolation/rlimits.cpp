// Control groups and the watch limit what a program uses. These limits back them up or are lifted, so that
// none of the caller's replaces them: a program that a shell's `ulimit` ends would be reported as failed.

#include "runner/sandbox/isolation/rlimits.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>

#include "base/clock.hpp"
#include "runner/sandbox/system/errors.hpp"

namespace runner {
namespace {

struct Row {
  const char* name;  ///< what is limited
  __rlimit_resource resource;
  rlim_t value;  ///< soft and hard
  rlim_t least;  ///< what suffices if the caller's hard limit is lower, and may not be raised
};

constexpr rlim_t unlimited = RLIM_INFINITY;

/// The limit for a keeper that gets no CPU time itself: the watch acts earlier, and counts all processes.
/// Much earlier, as the kernel counts this limit in ticks, each for the process that runs at that moment: on
/// a busy machine a program has used less.
rlim_t cpu_seconds(const Limits& limits) {
  if (!limits.cpu_ns) return unlimited;
  const std::int64_t rounded_up = *limits.cpu_ns / base::nanoseconds_per_second + 1;
  return static_cast<rlim_t>(2 * rounded_up + 1);
}

auto rows(const Limits& limits) {
  const rlim_t cpu = cpu_seconds(limits);
  // No file can be larger than the work directory, sparse ones neither. One byte more, as with the directory.
  const rlim_t file = static_cast<rlim_t>(limits.work_bytes) + 1;
  const auto memory = static_cast<rlim_t>(limits.memory_bytes.value_or(0));
  const auto processes = static_cast<rlim_t>(limits.processes.value_or(0));
  return std::to_array<Row>({
      {"the CPU time (ulimit -t)", RLIMIT_CPU, cpu, cpu},
      {"the size of files (ulimit -f)", RLIMIT_FSIZE, file, file},
      {"the address space (ulimit -v)", RLIMIT_AS, unlimited, unlimited},
      {"the data segment (ulimit -d)", RLIMIT_DATA, unlimited, unlimited},
      {"the stack (ulimit -s)", RLIMIT_STACK, unlimited, memory},  // unlimited, as contests have it
      {"processes (ulimit -u)", RLIMIT_NPROC, unlimited, processes},
      {"open files (ulimit -n)", RLIMIT_NOFILE, 4096, 1024},
      {"resident memory (ulimit -m)", RLIMIT_RSS, unlimited, 0},
      {"locked memory (ulimit -l)", RLIMIT_MEMLOCK, 8 << 20, 0},
      {"locks (ulimit -x)", RLIMIT_LOCKS, unlimited, 0},
      {"pending signals (ulimit -i)", RLIMIT_SIGPENDING, 1024, 0},
      {"message queues (ulimit -q)", RLIMIT_MSGQUEUE, 819200, 0},
      {"priorities (ulimit -e)", RLIMIT_NICE, 0, 0},
      {"real-time priorities (ulimit -r)", RLIMIT_RTPRIO, 0, 0},
      {"real-time run time (ulimit -R)", RLIMIT_RTTIME, unlimited, 0},
      // One byte, not none: none would still start the helper of a core_pattern that is a pipe, as root and outside of
      // all this (core(5) describes the exception, fs/coredump.c the value 1).
      {"core files (ulimit -c)", RLIMIT_CORE, 1, 0},
  });
}

void set(const Row& row) {
  rlimit limit{row.value, row.value};
  if (setrlimit(row.resource, &limit) == 0) return;
  if (getrlimit(row.resource, &limit) != 0)
    throw system_failure(fmt::format("cannot read the limit on {}", row.name));
  if (limit.rlim_max < row.least) {
    throw UnmetLimit(
        fmt::format("the caller's hard limit on {} is {}, and this run needs {}: start it from a shell "
                    "without that limit",
                    row.name, limit.rlim_max, row.least == unlimited ? "none" : std::to_string(row.least)));
  }
  limit.rlim_cur = limit.rlim_max = std::min(limit.rlim_max, row.value);
  if (setrlimit(row.resource, &limit) != 0) throw system_failure(fmt::format("cannot limit {}", row.name));
}

}  // namespace

void setup_rlimits(const Limits& limits) {
  for (const Row& row : rows(limits)) set(row);
}

}  // namespace runner
