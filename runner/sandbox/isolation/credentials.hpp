#pragma once

#include <sys/types.h>

#include "runner/sandbox/run/isolation.hpp"

namespace runner {

/// The user and group, outside the sandbox, as which a program is to run.
struct Identity {
  uid_t user = 0;
  gid_t group = 0;
};

/// Started by root: a user that exists for this run only, so that nothing else on the machine belongs to it
/// and no per-user count of the kernel is shared with another run; in a container with few users "nobody". Otherwise
/// the caller's own, which is all that is available to an ordinary user.
Identity identity_for_run();

/// Whether a file that a run of this caller left may belong to `user`.
bool may_belong_to_run(uid_t user);

/// Becomes `identity` permanently, in no other group. Throws Failure.
void setup_user(const Identity& identity, Isolation& isolation);

/// Unless the process already is in one: a user namespace around the program alone, in which no other user
/// exists. After setup_user().
void setup_user_namespace(const Identity& identity, bool has_one, Isolation& isolation);

/// Gives up every capability, and every way to get one. Throws Failure.
void setup_capabilities(Isolation& isolation);

}  // namespace runner
