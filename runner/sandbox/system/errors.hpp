#pragma once

#include <fmt/format.h>

#include <cerrno>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace runner {

/// A failure of the runner itself: neither the program's fault nor a limit. The message names what failed.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A limit that the caller asks for but that cannot be enforced here: the run is refused instead of going
/// without it.
struct UnmetLimit : Failure {
  using Failure::Failure;
};

/// A process of the program that the kernel killed for want of memory, but not at the run's own limit: another
/// run of the program may succeed.
struct MemoryShortage : Failure {
  using Failure::Failure;
};

/// The Failure for a system call that has just set errno; `what` says what could not be done.
inline Failure system_failure(std::string_view what) {
  return Failure(fmt::format("{}: {}", what, std::generic_category().message(errno)));
}

}  // namespace runner
