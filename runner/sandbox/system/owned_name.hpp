#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace runner {

/// A name for something that outlives its owner when that is killed: "warp-judge-PID-START", with the number
/// of the process `owner` and the time of its start, which together no other process ever has.
std::string owned_name(pid_t owner);

/// True for a name of that form whose owner is no longer alive.
bool is_stale_name(std::string_view name);

}  // namespace runner
