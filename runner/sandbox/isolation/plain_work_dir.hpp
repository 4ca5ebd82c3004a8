#pragma once

#include <sys/types.h>

#include "base/descriptor.hpp"
#include "runner/sandbox/isolation/credentials.hpp"

namespace runner {

/// Makes, on machines without mount namespaces, an empty folder under /tmp that belongs to the program. `keeper`
/// removes it after the run. Removes those of dead runs, too.
base::Descriptor make_plain_work_dir(pid_t keeper, const Identity& owner);

/// Lives as long as the run in its keeper, and then removes the folder made for it, if there is one.
struct PlainWorkDirRemoval {
  PlainWorkDirRemoval() = default;
  PlainWorkDirRemoval(const PlainWorkDirRemoval&) = delete;
  PlainWorkDirRemoval& operator=(const PlainWorkDirRemoval&) = delete;
  ~PlainWorkDirRemoval();

  bool is_needed = true;  ///< false as soon as there surely is none
};

/// Removes the folders of dead runs.
void remove_stale_plain_work_dirs();

}  // namespace runner
