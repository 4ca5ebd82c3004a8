#pragma once

#include <cstdint>

namespace gpu_trace {

/// Asks CUPTI for its records of copies, kernels and memory: to be called before the program has a context.
/// Returns why that cannot be; nullptr: it can.
const char* start_activity();

/// Also asks for the moves of managed memory: to be called when the program allocates some.
void watch_managed_memory();

/// Takes the records of all that is complete, or, where `all`, of what is not complete either.
void flush_activity(bool all);

}  // namespace gpu_trace
