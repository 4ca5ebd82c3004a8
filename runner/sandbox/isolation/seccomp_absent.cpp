// Stands in for seccomp_filter.cpp where libseccomp's headers were not found.

#include "runner/sandbox/isolation/seccomp_filter.hpp"

namespace runner {

void setup_seccomp(bool, Isolation& isolation) {
  isolation.lack("seccomp",
                 "the runner was built without libseccomp (install libseccomp-dev and build again)");
}

}  // namespace runner
