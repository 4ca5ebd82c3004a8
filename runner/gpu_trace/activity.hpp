#pragma once

#include <cstdint>

namespace gpu_trace {

/// Asks CUPTI for its records of copies, kernels and memory: to be called before the program has a context.
/// Returns why that is impossible; nullptr: it is possible.
const char* start_activity();

/// Requests also records of the migration of managed memory: to be called when the program allocates some.
void watch_managed_memory();

/// Takes the records of all that is complete, or, where `all`, of what is not complete either.
void flush_activity(bool all);

}  // namespace gpu_trace
