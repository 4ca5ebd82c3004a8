#pragma once

#include <cstdint>

namespace gpu_trace {

/// Asks CUPTI for its records of copies, kernels and memory; called before the program has a context. Returns
/// why that is impossible; nullptr: it is possible.
const char* start_activity();

/// Requests records of the migration of managed memory, too; called when the program allocates some.
void watch_managed_memory();

/// Takes all complete records, or, with `all`, incomplete ones too.
void flush_activity(bool all);

}  // namespace gpu_trace
