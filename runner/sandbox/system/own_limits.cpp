#include "runner/sandbox/system/own_limits.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <utility>

namespace runner {

void lift_own_limits() {
  constexpr rlim_t descriptors = 4096;  // at least; without bound the kernel grants none
  for (const auto& [resource, wanted] : {std::pair{RLIMIT_CPU, RLIM_INFINITY},
                                         {RLIMIT_FSIZE, RLIM_INFINITY},
                                         {RLIMIT_DATA, RLIM_INFINITY},
                                         {RLIMIT_AS, RLIM_INFINITY},
                                         {RLIMIT_NPROC, RLIM_INFINITY},
                                         {RLIMIT_NOFILE, descriptors}}) {
    rlimit limit{};
    if (getrlimit(resource, &limit) != 0) continue;
    const rlim_t hard = std::max(limit.rlim_max, wanted);
    const rlimit lifted{hard, hard};
    const rlimit permitted{limit.rlim_max, limit.rlim_max};  // raising the hard limit takes root
    if (setrlimit(resource, &lifted) != 0) setrlimit(resource, &permitted);
  }
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of writing it
}

}  // namespace runner
