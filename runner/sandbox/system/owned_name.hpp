#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace runner {

/// A name for something that outlives its owner when that is killed: "warp-judge-PID-START-NAMESPACE", with the
/// number of the process `owner`, the time of its start, and the PID namespace in which it has that number, which
/// together no other process ever has.
std::string owned_name(pid_t owner);

/// True for a name of that form whose owner is no longer alive. What a judge in a container has made, which may share
/// control groups with this machine and does not share its numbers of processes, is never stale here.
bool is_stale_name(std::string_view name);

}  // namespace runner
