#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/control_groups.hpp"
#include "base/cores.hpp"

namespace base {

/// The number of cores whose time this process may use at once: those that it may run on, or fewer if a
/// control group of either version has a quota of CPU time, as a container's `--cpus` sets it; a part of a
/// core counts as one. More threads would be stopped in turns. The folders are those of proc(5) and
/// cgroups(7).
inline unsigned given_core_count(const std::filesystem::path& proc = "/proc",
                                 const std::filesystem::path& cgroups = "/sys/fs/cgroup") {
  unsigned cores = usable_core_count();
  if (cores == 1) return cores;
  const auto limit = [&](double quota, double period) {
    if (quota > 0 && period > 0)
      cores = static_cast<unsigned>(std::min<double>(cores, std::ceil(quota / period)));
  };
  const ControlGroups groups = control_groups("cpu", proc, cgroups);
  for (const auto& folder : groups.unified) {
    double quota = 0, period = 0;
    // "max 100000" if there is none
    if (std::ifstream(folder / "cpu.max") >> quota >> period) limit(quota, period);
  }
  for (const auto& folder : groups.legacy) {
    double quota = 0, period = 0;
    if ((std::ifstream(folder / "cpu.cfs_quota_us") >> quota) &&
        (std::ifstream(folder / "cpu.cfs_period_us") >> period))
      limit(quota, period);
  }
  return cores;
}

/// The most cores for techniques that start threads of their own; 0, the default: those that the process was
/// given. A caller that knows what a thread is worth sets it before the call.
inline std::atomic<unsigned> core_limit = 0;

/// The cores that such a technique uses.
inline unsigned cores_to_use() {
  const unsigned limit = core_limit;
  return limit > 0 ? limit : given_core_count();
}

}  // namespace base
