#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.hpp"
#include "runner/sandbox/run/isolation.hpp"
#include "runner/sandbox/run/limits.hpp"
#include "runner/sandbox/system/cpu_times.hpp"

namespace runner {

/// The kernel's counts for all processes of a control group, living and dead.
struct CgroupReading {
  CpuTimes cpu;
  std::int64_t peak_memory_bytes = 0;
  bool out_of_memory = false;  ///< the kernel has killed a process at the memory limit
  bool fork_refused = false;   ///< a process hit the process limit
};

/// A control group (cgroups(7)) of its own for one run: the kernel enforces its limits, and its accounting
/// misses no process. It is of version 2 if that offers memory control, else of version 1, where each
/// controller has a folder of its own.
///
/// It is made at the root of the hierarchy, where only root may, or in the group of this process, which an
/// ordinary user may have been given (delegation). Its name, "warp-judge-PID-START-NAMESPACE", identifies its
/// owner: groups whose owner is dead are removed by the next run.
class Cgroup {
 public:
  /// Creates the group and sets the limits. Missing parts are recorded in `isolation`; without memory, CPU
  /// and process control there is no group at all.
  Cgroup(const Limits& limits, Isolation& isolation);
  Cgroup(const Cgroup&) = delete;
  Cgroup& operator=(const Cgroup&) = delete;
  /// Removes the group; all its processes must be dead.
  ~Cgroup();

  bool exists() const { return !folders_.empty(); }

  /// Removes the groups of dead runs next to it.
  void remove_stale() const;

  /// Forks as fork(2) does, with the child in the group. With v2 it is created there: moving it there would take a
  /// machine-wide lock, and milliseconds of waiting for it. Throws Failure, in the child.
  pid_t fork_into() const;

  /// Throws Failure when the kernel has killed a process for another limit than this group's.
  CgroupReading read() const;

 private:
  void join() const;
  bool has_met_memory_limit(std::int64_t peak_bytes) const;

  bool is_v2_ = false;
  std::optional<std::int64_t> memory_limit_bytes_;
  std::vector<std::string> folders_;
  std::vector<base::Descriptor> joins_;  ///< "cgroup.procs" of each folder
  base::Descriptor birthplace_;  ///< the folder, with v2: open before the sandbox cannot see it any more
  base::Descriptor cpu_, cpu_user_, memory_peak_, memory_and_swap_peak_, memory_events_, process_events_;
};

}  // namespace runner
