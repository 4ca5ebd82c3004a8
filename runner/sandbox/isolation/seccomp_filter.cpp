// Installs the filter that seccomp_rules.cpp has made.

#include "runner/sandbox/isolation/seccomp_filter.hpp"

#include <fmt/format.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <span>
#include <system_error>

namespace runner {

#ifdef WARP_JUDGE_HAS_SECCOMP

namespace {

#include "seccomp_programs.inc"

}  // namespace

void setup_seccomp(bool keeps_cores, Isolation& isolation) {
  const std::span<const sock_filter> steps =
      keeps_cores ? std::span<const sock_filter>(filter_for_given_cores) : filter_for_any_cores;
  const sock_fprog program{static_cast<unsigned short>(steps.size()), const_cast<sock_filter*>(steps.data())};
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0) {
    isolation.add("seccomp");
  } else {
    isolation.lack("seccomp", fmt::format("the kernel: {}", std::generic_category().message(errno)));
  }
}

#else

void setup_seccomp(bool, Isolation& isolation) {
  isolation.lack("seccomp",
                 "the runner was built without libseccomp (install libseccomp-dev and build again)");
}

#endif

}  // namespace runner
