#pragma once

#include <string>

namespace runner {

/// Where this process may make control groups: a folder for each thing to control, all the same with v2.
struct CgroupPlaces {
  std::string obstacle;  ///< why there is no place; empty: the other fields are valid
  bool is_v2 = false;
  std::string memory, cpu, processes;
};

/// Finds them: v2 where it offers memory control, else v1; at the root of the hierarchy, else in this
/// process's own group. With v2 the controllers are switched on for groups below, which may take moving the
/// processes of a delegated group into a group of their own (cgroups(7), "no internal processes").
CgroupPlaces find_cgroup_places();

/// The time for the last process of a group to be gone.
constexpr int removal_patience_ms = 1000;

/// Removes one group, waiting this long for its last member to exit; false if it could not be removed.
bool remove_cgroup(const std::string& folder, int patience_ms);

/// Removes groups in `place` that dead runs have left behind.
void remove_stale_cgroups_in(const std::string& place, int patience_ms = 0);

}  // namespace runner
