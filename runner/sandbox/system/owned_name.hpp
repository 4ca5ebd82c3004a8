#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace runner {

/// A name for something that outlives its owner if the owner is killed: "warp-judge-PID-START-NAMESPACE",
/// with the number of the process `owner`, the time of its start, and the PID namespace in which it has that
/// number; no other process ever has the same three.
std::string owned_name(pid_t owner);

/// True for a name of that form whose owner is no longer alive. Names made by a judge in a container, which
/// may share control groups with this machine but not its process numbers, are never stale here.
bool is_stale_name(std::string_view name);

}  // namespace runner
