#pragma once

#include "runner/sandbox/gpu/gpu_memory.hpp"
#include "runner/sandbox/isolation/cgroup.hpp"
#include "runner/sandbox/keeper/contention.hpp"
#include "runner/sandbox/keeper/launch.hpp"
#include "runner/sandbox/keeper/measure.hpp"
#include "runner/sandbox/run/outcome.hpp"

namespace runner {

/// What the watch saw of a program, from its start to the end of its last descendant.
struct Observation {
  Ending ending;
  CpuTimes times;
  std::int64_t stdout_bytes = 0;
  std::int64_t stderr_bytes = 0;
  Contention contention;
  std::optional<std::int64_t> gpu_peak_bytes;  ///< nullopt: no GPU, or not measured
};

/// Makes this process the one that inherits every orphan
/// among its descendants; throws Failure. Before launch().
void prepare_watch();

/// Watches a running program until it ends or meets a limit, then kills all its descendants. Nothing is left
/// behind, whatever happens: throws Failure when a signal asks the runner to stop, with the program killed.
Observation watch(Launched& program, const Options& options, Streams& streams, const Cgroup& cgroup,
                  GpuMemory& gpu_memory);

}  // namespace runner
