#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runner/sandbox/run/limits.hpp"

namespace runner {

enum class Limit { cpu, wall, memory, output, processes, files, gpu_memory };

/// The content of the work directory.
struct WorkUse {
  std::int64_t bytes = 0;
  std::int64_t files = 0;
  bool is_full = false;  ///< it holds more than it may, by as much as there is room beyond
};

/// The usage of the program and all its descendants up to one instant.
struct Usage {
  std::int64_t cpu_ns = 0;
  std::int64_t wall_ns = 0;           ///< without what it waited for a core
  std::int64_t memory_bytes = 0;      ///< the peak so far
  std::int64_t output_bytes = 0;      ///< of the two outputs the larger
  std::int64_t processes = 0;         ///< the most counted at once; no longer counted once past the limit
  std::int64_t gpu_memory_bytes = 0;  ///< the peak so far
  WorkUse work;
  bool out_of_memory = false;  ///< the kernel killed a process at the memory limit
  bool fork_refused = false;   ///< the kernel refused a process or thread at the limit
  std::int64_t waited_ns = 0;  ///< ready to run, but without a core
};

enum class Outcome {
  exited,
  signaled,
  cpu_limit,
  wall_limit,
  memory_limit,
  output_limit,
  process_limit,
  file_limit,
  gpu_memory_limit,
  ended_by_caller,
  start_failed,
};

/// The data on which the outcome depends.
struct Ending {
  bool start_failed = false;
  std::optional<Limit> stopped_by;  ///< the limit for which the watch killed the program
  bool ended_by_caller = false;     ///< the watch killed it on the caller's request
  int wait_status = 0;              ///< of the program's first process, as returned by wait(2)
  Usage before;                     ///< at the last sample before the end
  Usage now;                        ///< at the end
};

/// The limit that was exceeded first between two samples, of those that `now` exceeds. Every quantity is
/// assumed to grow evenly between the samples; limits exceeded at the same moment are reported in the order
/// of `Limit`. What the kernel itself stopped comes first: it may be the cause of the rest.
std::optional<Limit> first_limit_met(const Usage& before, const Usage& now, const Limits& limits);

/// The one place where precedence is decided: a failed start, then the limit for which the program was
/// killed, then a limit that it exceeded unnoticed just before its end, then that the caller ended it, then how the
/// program ended.
Outcome decide_outcome(const Ending& ending, const Limits& limits);

/// The outcome's name in the facts: "cpu-limit".
std::string_view name(Outcome outcome);

/// A sentence on the exceeded limit, or nullopt: "CPU time 1.004 s passed the limit of 1.000 s".
std::optional<std::string> explain(Outcome outcome, const Usage& usage, const Limits& limits);

}  // namespace runner
