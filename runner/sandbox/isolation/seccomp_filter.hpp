#pragma once

#include "runner/sandbox/run/isolation.hpp"

namespace runner {

/// Refuses the system calls that no solution of a problem needs and that widen what a program can reach
/// (seccomp_rules.cpp lists them with reasons), for the calling process and everything that it starts. If the
/// runner was built without libseccomp, or the kernel has no filters, `isolation` records that.
/// `keeps_cores`: the program must not leave the cores that it is pinned to.
void setup_seccomp(bool keeps_cores, Isolation& isolation);

}  // namespace runner
