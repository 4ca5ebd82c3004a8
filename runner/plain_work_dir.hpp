#pragma once

#include <sys/types.h>

#include "runner/credentials.hpp"
#include "runner/descriptor.hpp"

namespace runner {

/// For machines without mount namespaces: an empty folder under /tmp that belongs to the program. `keeper`
/// removes it after the run.
Descriptor make_plain_work_dir(pid_t keeper, const Identity& owner);

/// Removes the folder made for this process's run, if there is one, and those of dead runs.
void remove_plain_work_dirs();

}  // namespace runner
