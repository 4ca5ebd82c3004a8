#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "runner/descriptor.hpp"
#include "runner/measure.hpp"
#include "runner/options.hpp"

namespace runner {

/// The program's three standard files.
struct Streams {
  Descriptor in, out, err;
};

/// A program that runs, or the reason why it does not.
struct Launched {
  pid_t pid = 0;
  std::int64_t started_ns = 0;  ///< on the monotonic clock, just before the program took over its process
  CpuTimes setup;               ///< what the process had used by then
  std::string start_failure;    ///< empty: it runs
};

/// Opens them before anything starts, the output files emptied; throws Failure.
Streams open_streams(const Options& options);

/// Starts the program in a process of its own and waits until it has taken over. A program that cannot be
/// executed is a fact, told in `start_failure`; throws Failure when its process cannot be set up as asked.
Launched launch(const Options& options, const Streams& streams);

/// What launch() puts in force against the program.
std::vector<std::string> isolation_by_launch();

}  // namespace runner
