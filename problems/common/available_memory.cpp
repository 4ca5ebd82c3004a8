#include "problems/common/available_memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace problems {
namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

/// The number behind `name` in a file of lines "name number"; nullopt where there is none.
std::optional<std::uint64_t> entry(const std::filesystem::path& file, std::string_view name) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(name) || line.size() == name.size() || line[name.size()] != ' ') continue;
    return std::strtoull(line.c_str() + name.size(), nullptr, 10);
  }
  return std::nullopt;
}

/// The file's only number; nullopt where there is none ("max").
std::optional<std::uint64_t> number_in(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  return stream >> number ? std::optional(number) : std::nullopt;
}

std::uint64_t difference_or_0(std::uint64_t limit, std::uint64_t used) {
  return limit - std::min(limit, used);
}

struct GroupFiles {
  std::string_view limit;
  std::string_view used;  ///< in memory.stat: without the cache of files, which gives way
};

constexpr GroupFiles unified_files = {"memory.max", "anon"};
constexpr GroupFiles legacy_files = {"memory.limit_in_bytes", "total_rss"};

/// What the groups from `path` up to the hierarchy's root leave. In a container the path may be one of the host,
/// where only the root is to be found.
std::uint64_t left_in_groups(const std::filesystem::path& root, std::filesystem::path path,
                             const GroupFiles& files) {
  std::uint64_t left = no_limit;
  for (path = path.relative_path();; path = path.parent_path()) {
    const auto folder = root / path;
    if (const auto limit = number_in(folder / files.limit)) {
      left = std::min(left, difference_or_0(*limit, entry(folder / "memory.stat", files.used).value_or(0)));
    }
    if (path.empty()) return left;
  }
}

/// Of all hierarchies in `proc`/self/cgroup: lines "number:controllers:path", the unified one without controllers.
std::uint64_t left_in_cgroups(const std::filesystem::path& proc, const std::filesystem::path& cgroups) {
  std::uint64_t left = no_limit;
  std::ifstream lines(proc / "self/cgroup");
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find(':');
    const std::size_t end = line.find(':', begin + 1);
    if (begin == std::string::npos || end == std::string::npos) continue;
    const std::string controllers = line.substr(begin + 1, end - begin - 1);
    const std::string path = line.substr(end + 1);
    if (controllers.empty()) left = std::min(left, left_in_groups(cgroups, path, unified_files));
    if (("," + controllers + ",").find(",memory,") != std::string::npos) {
      left = std::min(left, left_in_groups(cgroups / "memory", path, legacy_files));
    }
  }
  return left;
}

std::uint64_t left_of_address_space(const std::filesystem::path& proc) {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return no_limit;
  const std::uint64_t pages = number_in(proc / "self/statm").value_or(0);
  return difference_or_0(limit.rlim_cur, pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)));
}

}  // namespace

std::uint64_t available_memory_bytes(const std::filesystem::path& proc,
                                     const std::filesystem::path& cgroups) {
  const auto available_kib = entry(proc / "meminfo", "MemAvailable:");
  const std::uint64_t available = available_kib ? *available_kib * 1024
                                                : static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                                                      static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return std::min({available, left_in_cgroups(proc, cgroups), left_of_address_space(proc)});
}

}  // namespace problems
