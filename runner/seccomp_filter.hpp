#pragma once

#include "runner/isolation.hpp"

namespace runner {

/// Refuses the system calls that no solution of a problem needs and that widen what a program can reach
/// (seccomp_filter.cpp says which and why), for the calling process and all that it starts. Where the runner
/// was built without libseccomp, or the kernel has no filters, that is written to `isolation`.
void setup_seccomp(Isolation& isolation);

}  // namespace runner
