#pragma once

namespace runner {

/// Lifts the limits that the caller has set for its processes (ulimit) from this one, as far as it may: what they would
/// stop is the runner, and its failure would be told in place of the program's.
void lift_own_limits();

}  // namespace runner
