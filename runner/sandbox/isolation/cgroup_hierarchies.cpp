#include "runner/sandbox/isolation/cgroup_hierarchies.hpp"

#include <algorithm>
#include <utility>

#include "runner/sandbox/system/small_file.hpp"

namespace runner {
namespace {

/// The parts of `text` that are not empty.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(separator));
    if (!part.empty()) parts.push_back(part);
    text.remove_prefix(std::min(part.size() + 1, text.size()));
  }
  return parts;
}

std::set<std::string> set_of(const std::vector<std::string_view>& words) {
  return {words.begin(), words.end()};
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
void find_own_folder(CgroupHierarchy& hierarchy, const std::string& root,
                     const std::vector<std::string_view>& own_groups) {
  for (const std::string_view line : own_groups) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const auto names = split(line.substr(first + 1, second - first - 1), ',');
    const bool same = hierarchy.is_v2
                          ? names.empty()
                          : !names.empty() && hierarchy.controllers.contains(std::string(names.front()));
    if (same) {
      hierarchy.own_folder = folder_of(hierarchy.mount_point, root, std::string(line.substr(second + 1)));
    }
  }
}

}  // namespace

std::vector<CgroupHierarchy> parse_cgroup_hierarchies(std::string_view mountinfo,
                                                      std::string_view own_groups) {
  // A line of mountinfo, proc_pid_mountinfo(5): "36 35 98:0 ROOT MOUNT_POINT OPTIONS [OPTIONAL...] - TYPE
  // SOURCE SUPER_OPTIONS". The controllers of a v1 mount are among its super options.
  std::vector<CgroupHierarchy> found;
  const auto groups = split(own_groups, '\n');
  for (const std::string_view line : split(mountinfo, '\n')) {
    const std::size_t dash = line.find(" - cgroup");
    if (dash == std::string_view::npos) continue;
    const auto head = split(line.substr(0, dash), ' '), tail = split(line.substr(dash + 3), ' ');
    if (head.size() < 5 || tail.size() < 3) continue;
    CgroupHierarchy hierarchy{tail[0] == "cgroup2", std::string(head[4]), {}, {}};
    if (!hierarchy.is_v2) hierarchy.controllers = set_of(split(tail[2], ','));
    find_own_folder(hierarchy, std::string(head[3]), groups);
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
    hierarchy.controllers = set_of(split(offered, ' '));
  }
  return found;
}

}  // namespace runner
