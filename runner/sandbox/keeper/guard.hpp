#pragma once

#include <signal.h>

#include <functional>

namespace runner {

/// The signals that the runner waits for instead of being
/// interrupted: SIGCHLD, and those that ask it to stop.
sigset_t watched_signals();

/// Arranges that from now on this process gets SIGTERM when its caller dies. Throws Failure.
void end_with_caller();

/// Runs `work` in a new process, the keeper, and returns its result in both: the keeper's own, and, in the
/// calling process, the keeper's exit code. The keeper has no children but those that it starts, the watched
/// signals are blocked in it, and it gets SIGTERM when the calling process is asked to stop or dies, even of
/// SIGKILL. Throws Failure when the keeper cannot be started or is killed.
int guarded(const std::function<int()>& work);

}  // namespace runner
