#pragma once

#include "runner/sandbox/run/limits.hpp"

namespace runner {

/// Sets all limits of this process that setrlimit(2) knows, whatever the caller's are, before the program
/// takes over. Throws UnmetLimit if the caller's own hard limit is less than the run needs, and may not be
/// raised.
void setup_rlimits(const Limits& limits);

}  // namespace runner
