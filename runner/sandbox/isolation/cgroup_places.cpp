#include "runner/sandbox/isolation/cgroup_places.hpp"

#include <dirent.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <system_error>
#include <vector>

#include "runner/sandbox/isolation/cgroup_hierarchies.hpp"
#include "runner/sandbox/system/owned_name.hpp"
#include "runner/sandbox/system/small_file.hpp"

namespace runner {
namespace {

using Hierarchies = std::vector<CgroupHierarchy>;

constexpr std::string_view delegation =
    "run it as root, or in a group of your own: systemd-run --user --scope -p Delegate=yes";
/// Where the processes of a delegated group are moved, so that groups next to them may have controllers.
constexpr std::string_view callers_group = "warp-judge-callers";

const CgroupHierarchy* hierarchy_with(const Hierarchies& all, bool is_v2, const std::string& controller) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const CgroupHierarchy& one) {
    return one.is_v2 == is_v2 && one.controllers.contains(controller);
  });
  return found == all.end() ? nullptr : &*found;
}

/// The folder of `hierarchy` in which groups may be created; empty: there is none.
std::string writable_folder(const CgroupHierarchy& hierarchy) {
  for (const auto& folder : {hierarchy.mount_point, hierarchy.own_folder}) {
    if (!folder.empty() && access((folder + "/cgroup.procs").c_str(), W_OK) == 0 &&
        access(folder.c_str(), W_OK) == 0) {
      return folder;
    }
  }
  return {};
}

/// Moves all processes of the v2 group `folder` into a group below it.
bool make_room(const std::string& folder) {
  const std::string callers = fmt::format("{}/{}", folder, callers_group);
  if (mkdir(callers.c_str(), 0755) != 0 && errno != EEXIST) return false;
  const std::string members = read_small_file(folder + "/cgroup.procs").value_or("");
  for (std::size_t start = 0; start < members.size();) {
    const std::size_t end = std::min(members.find('\n', start), members.size());
    write_small_file(callers + "/cgroup.procs", members.substr(start, end - start));  // it may have ended
    start = end + 1;
  }
  return true;
}

/// Lets groups below `folder` have the controllers that a run needs.
bool switch_on_controllers(const std::string& folder) {
  constexpr std::string_view wanted = "+memory +pids";
  const std::string file = folder + "/cgroup.subtree_control";
  const std::string on = ' ' + read_small_file(file).value_or("");
  if (on.find(" memory") != std::string::npos && on.find(" pids") != std::string::npos) return true;
  // It may be busy again: a process that was to be moved has started another.
  for (int attempt = 0; attempt < 10; ++attempt) {
    if (write_small_file(file, wanted)) return true;
    if (errno != EBUSY || !make_room(folder)) return false;
  }
  return write_small_file(file, wanted);
}

CgroupPlaces places_in_v2(const CgroupHierarchy& hierarchy) {
  CgroupPlaces places;
  places.is_v2 = true;
  std::string folder = writable_folder(hierarchy);
  if (folder.ends_with(callers_group)) folder.resize(folder.rfind('/'));  // an earlier run has made room
  if (folder.empty()) {
    places.obstacle = fmt::format("no cgroup may be made in {}: {}", hierarchy.mount_point, delegation);
  } else if (!switch_on_controllers(folder)) {
    places.obstacle = fmt::format("memory and pids control cannot be switched on in {}: {}", folder,
                                  std::generic_category().message(errno));
  }
  places.memory = places.cpu = places.processes = folder;
  return places;
}

CgroupPlaces places_in_v1(const Hierarchies& all) {
  CgroupPlaces places;
  struct Wanted {
    const char* controller;
    std::string CgroupPlaces::*place;
  };
  constexpr std::array<Wanted, 3> wanted = {{{"memory", &CgroupPlaces::memory},
                                             {"cpuacct", &CgroupPlaces::cpu},
                                             {"pids", &CgroupPlaces::processes}}};
  for (const auto& [controller, place] : wanted) {
    const CgroupHierarchy* hierarchy = hierarchy_with(all, false, controller);
    if (hierarchy == nullptr) {
      places.obstacle = fmt::format("no cgroup hierarchy with the controller '{}' is mounted", controller);
      return places;
    }
    places.*place = writable_folder(*hierarchy);
    if ((places.*place).empty()) {
      places.obstacle = fmt::format("no cgroup may be made in {}: {}", hierarchy->mount_point, delegation);
      return places;
    }
  }
  return places;
}

}  // namespace

CgroupPlaces find_cgroup_places() {
  const Hierarchies all = cgroup_hierarchies();
  const CgroupHierarchy* v2 = hierarchy_with(all, true, "memory");
  return v2 != nullptr ? places_in_v2(*v2) : places_in_v1(all);
}

bool remove_cgroup(const std::string& folder, int patience_ms) {
  while (rmdir(folder.c_str()) != 0) {
    if (errno == ENOENT) return true;
    if (errno != EBUSY || patience_ms-- <= 0) return false;
    usleep(1000);
  }
  return true;
}

void remove_stale_cgroups_in(const std::string& place, int patience_ms) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(place.c_str()), closedir);
  if (!folder) return;
  while (const dirent* entry = readdir(folder.get())) {
    if (is_stale_name(entry->d_name)) remove_cgroup(fmt::format("{}/{}", place, entry->d_name), patience_ms);
  }
}

}  // namespace runner
