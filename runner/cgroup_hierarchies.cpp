#include "runner/cgroup_hierarchies.hpp"

#include <filesystem>
#include <sstream>

#include "runner/small_file.hpp"

namespace runner {
namespace {

std::set<std::string> split(const std::string& text, char separator) {
  std::set<std::string> items;
  std::istringstream stream(text);
  for (std::string item; std::getline(stream, item, separator);) {
    if (!item.empty()) items.insert(item);
  }
  return items;
}

/// The folder of group `path` in a hierarchy of which `root` is mounted: a container sees a part only.
std::string folder_of(const std::string& mount_point, const std::string& root, const std::string& path) {
  if (path.find("/..") != std::string::npos) return {};
  const std::string prefix = root == "/" ? "" : root;
  if (!path.starts_with(prefix)) return {};
  const std::string rest = path.substr(prefix.size());
  return rest == "/" ? mount_point : mount_point + rest;
}

/// Fills in `own_folder` from the lines of /proc/self/cgroup: "4:memory:/some/group", "0::/v2/group".
void find_own_folder(CgroupHierarchy& hierarchy, const std::string& root, std::string_view own_groups) {
  std::istringstream lines{std::string(own_groups)};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const auto names = split(line.substr(first + 1, second - first - 1), ',');
    const bool same =
        hierarchy.is_v2 ? names.empty() : !names.empty() && hierarchy.controllers.contains(*names.begin());
    if (same) hierarchy.own_folder = folder_of(hierarchy.mount_point, root, line.substr(second + 1));
  }
}

}  // namespace

std::vector<CgroupHierarchy> parse_cgroup_hierarchies(std::string_view mountinfo,
                                                      std::string_view own_groups) {
  // A line of mountinfo, proc_pid_mountinfo(5): "36 35 98:0 ROOT MOUNT_POINT OPTIONS [OPTIONAL...] - TYPE
  // SOURCE SUPER_OPTIONS". The controllers of a v1 mount are among its super options.
  std::vector<CgroupHierarchy> found;
  std::istringstream lines{std::string(mountinfo)};
  for (std::string line; std::getline(lines, line);) {
    const std::size_t dash = line.find(" - cgroup");
    if (dash == std::string::npos) continue;
    std::istringstream head(line.substr(0, dash)), tail(line.substr(dash + 3));
    std::string skipped, root, mount_point, type, source, super_options;
    head >> skipped >> skipped >> skipped >> root >> mount_point;
    tail >> type >> source >> super_options;
    CgroupHierarchy hierarchy{type == "cgroup2", mount_point, {}, {}};
    if (!hierarchy.is_v2) hierarchy.controllers = split(super_options, ',');
    find_own_folder(hierarchy, root, own_groups);
    found.push_back(std::move(hierarchy));
  }
  return found;
}

std::vector<CgroupHierarchy> cgroup_hierarchies() {
  auto found = parse_cgroup_hierarchies(read_small_file("/proc/self/mountinfo").value_or(""),
                                        read_small_file("/proc/self/cgroup").value_or(""));
  for (auto& hierarchy : found) {
    if (!hierarchy.is_v2) continue;
    auto offered = read_small_file(hierarchy.mount_point + "/cgroup.controllers").value_or("");
    while (!offered.empty() && offered.back() == '\n') offered.pop_back();
    hierarchy.controllers = split(offered, ' ');
  }
  return found;
}

}  // namespace runner
