#pragma once

#include <sys/types.h>

#include <cstdint>

#include "runner/sandbox/run/isolation.hpp"

namespace runner {

/// A new process in namespaces of its own.
struct NamespacedProcess {
  pid_t pid = 0;            ///< 0 in the new process itself
  std::uint64_t flags = 0;  ///< the CLONE_NEW... flags that it was made with
};

/// Forks into as many new namespaces as this machine permits: pid, mount, network, ipc and uts, and a user
/// namespace if the caller has no rights over the others without one. `isolation` records what was set up and
/// what is missing, in both processes. Throws Failure if no process can be made at all.
NamespacedProcess fork_into_namespaces(Isolation& isolation);

/// Makes the calling process, which has just got a user namespace of its own, user and group 1000 there: the
/// only ones that exist in it, and map to none but (`user`, `group`) outside. Throws Failure.
void map_to_single_user(uid_t user, gid_t group);

/// The user and group that a program is inside its sandbox.
inline constexpr uid_t inside_user = 1000;

}  // namespace runner
