#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "base/descriptor.hpp"
#include "runner/sandbox/isolation/cgroup.hpp"
#include "runner/sandbox/keeper/output_pipe.hpp"
#include "runner/sandbox/run/isolation.hpp"
#include "runner/sandbox/run/options.hpp"
#include "runner/sandbox/system/cpu_times.hpp"

namespace runner {

/// The program's three standard streams, as the keeper holds them, and the pipe by which the caller may end it.
struct Streams {
  base::Descriptor in;
  OutputPipe out, err;
  base::Descriptor end;
};

/// A program that runs in its sandbox, or the reason why it does not.
struct Launched {
  pid_t init = 0;                        ///< the sandbox's first process; its end is the end of all
  base::Descriptor channel;              ///< further reports come here
  base::Descriptor work_dir;             ///< outlives the sandbox while it is open
  base::Descriptor gpu_trace;            ///< likewise; none without a GPU, or without the library for it
  std::int64_t work_files_at_start = 0;  ///< inodes of the work directory that are not the program's
  std::int64_t started_ns = 0;   ///< on the monotonic clock, just before the program took over its process
  CpuTimes setup;                ///< what the program's process had used by then
  std::int64_t init_cpu_ns = 0;  ///< what init had used by then
  Isolation isolation;
  std::string start_failure;  ///< empty: it runs
};

/// Opens them before anything starts, the output files emptied; throws Failure.
Streams open_streams(const Options& options);

/// Builds the sandbox (init.cpp) and starts the program in it, up to the moment when that takes over. That it
/// cannot be executed may be reported later, over the channel. Throws Failure when the sandbox cannot be set
/// up as asked.
Launched launch(const Options& options, Streams& streams, const Cgroup& cgroup, Isolation isolation);

}  // namespace runner
