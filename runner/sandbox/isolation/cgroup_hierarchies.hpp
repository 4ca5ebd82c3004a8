#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace runner {

/// One mounted tree of control groups, see cgroups(7).
struct CgroupHierarchy {
  bool is_v2 = false;
  std::string mount_point;
  std::string own_folder;             ///< the folder of this process's group in it; empty when out of sight
  std::set<std::string> controllers;  ///< v1: those of the mount; v2: those that it offers at its root
};

/// Reads the texts of /proc/self/mountinfo and /proc/self/cgroup; `controllers` of v2 stay empty.
std::vector<CgroupHierarchy> parse_cgroup_hierarchies(std::string_view mountinfo,
                                                      std::string_view own_groups);

/// The hierarchies of this process, the controllers of v2 filled in.
std::vector<CgroupHierarchy> cgroup_hierarchies();

}  // namespace runner
