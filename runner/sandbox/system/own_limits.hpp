#pragma once

namespace runner {

/// Lifts the limits that the caller has set for its processes (ulimit) from this one, as far as it may: they
/// would stop the runner, and its failure would be reported instead of the program's.
void lift_own_limits();

}  // namespace runner
