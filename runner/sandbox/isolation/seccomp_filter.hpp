#pragma once

#include "runner/sandbox/run/isolation.hpp"

namespace runner {

/// Refuses the system calls that no solution of a problem needs and that widen what a program can reach
/// (seccomp_rules.cpp says which and why), for the calling process and all that it starts. Where the runner
/// was built without libseccomp, or the kernel has no filters, that is written to `isolation`.
/// `keeps_cores`: the program must not leave the cores that it is pinned to.
void setup_seccomp(bool keeps_cores, Isolation& isolation);

}  // namespace runner
