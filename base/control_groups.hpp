#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace base {

/// The folders of control groups that may limit this process, those of either version of cgroups(7).
struct ControlGroups {
  std::vector<std::filesystem::path> unified;
  std::vector<std::filesystem::path> legacy;
};

/// The groups of a controller, "memory" or "cpu": those of this process and all around them, as
/// `proc`/self/cgroup names them, in lines "number:controllers:path"; the unified hierarchy has no
/// controllers there. In a container the path may be one of the host, where only the root can be found; some
/// of the folders may be missing.
inline ControlGroups control_groups(std::string_view controller, const std::filesystem::path& proc,
                                    const std::filesystem::path& cgroups) {
  ControlGroups groups;
  const auto add = [](std::vector<std::filesystem::path>& folders, const std::filesystem::path& root,
                      std::filesystem::path path) {
    for (path = path.relative_path();; path = path.parent_path()) {
      folders.push_back(root / path);
      if (path.empty()) return;
    }
  };
  const auto between_commas = [](std::string_view names) {
    return std::string(",").append(names).append(",");
  };
  std::ifstream lines(proc / "self/cgroup");
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find(':');
    const std::size_t end = line.find(':', begin + 1);
    if (begin == std::string::npos || end == std::string::npos) continue;
    const std::string controllers = line.substr(begin + 1, end - begin - 1);
    const std::string path = line.substr(end + 1);
    if (controllers.empty()) add(groups.unified, cgroups, path);
    if (between_commas(controllers).find(between_commas(controller)) != std::string::npos)
      add(groups.legacy, cgroups / controller, path);
  }
  return groups;
}

}  // namespace base
