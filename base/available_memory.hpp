#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "base/control_groups.hpp"

namespace base {
namespace memory_limits {

inline constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

/// The number behind `name` in a file of lines "name number"; nullopt where there is none.
inline std::optional<std::uint64_t> entry(const std::filesystem::path& file, std::string_view name) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(name) || line.size() == name.size() || line[name.size()] != ' ') continue;
    return std::strtoull(line.c_str() + name.size(), nullptr, 10);
  }
  return std::nullopt;
}

/// The file's only number; nullopt where there is none ("max").
inline std::optional<std::uint64_t> number_in(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  return stream >> number ? std::optional(number) : std::nullopt;
}

inline std::uint64_t difference_or_0(std::uint64_t limit, std::uint64_t used) {
  return limit - std::min(limit, used);
}

struct GroupFiles {
  std::string_view limit;
  std::string_view used;  ///< in memory.stat: without the cache of files, which gives way
};

inline constexpr GroupFiles unified_files = {"memory.max", "anon"};
inline constexpr GroupFiles legacy_files = {"memory.limit_in_bytes", "total_rss"};

inline std::uint64_t left_in_group(const std::filesystem::path& folder, const GroupFiles& files) {
  const auto limit = number_in(folder / files.limit);
  return limit ? difference_or_0(*limit, entry(folder / "memory.stat", files.used).value_or(0)) : no_limit;
}

inline std::uint64_t left_in_cgroups(const std::filesystem::path& proc,
                                     const std::filesystem::path& cgroups) {
  std::uint64_t left = no_limit;
  const ControlGroups groups = control_groups("memory", proc, cgroups);
  for (const auto& folder : groups.unified) left = std::min(left, left_in_group(folder, unified_files));
  for (const auto& folder : groups.legacy) left = std::min(left, left_in_group(folder, legacy_files));
  return left;
}

inline std::uint64_t left_of_address_space(const std::filesystem::path& proc) {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return no_limit;
  const std::uint64_t pages = number_in(proc / "self/statm").value_or(0);
  return difference_or_0(limit.rlim_cur, pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)));
}

}  // namespace memory_limits

/// The bytes that this process can still fill: what the kernel calls available (proc_meminfo(5), without swap), or
/// less where a control group of either version or a limit on address space (RLIMIT_AS) leaves less. The folders
/// are those of proc(5) and cgroups(7); a file that is not there sets no limit.
inline std::uint64_t available_memory_bytes(const std::filesystem::path& proc = "/proc",
                                            const std::filesystem::path& cgroups = "/sys/fs/cgroup") {
  const auto available_kib = memory_limits::entry(proc / "meminfo", "MemAvailable:");
  const std::uint64_t available = available_kib ? *available_kib * 1024
                                                : static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                                                      static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return std::min(
      {available, memory_limits::left_in_cgroups(proc, cgroups), memory_limits::left_of_address_space(proc)});
}

}  // namespace base
