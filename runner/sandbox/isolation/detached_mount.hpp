#pragma once

#include <sys/mount.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/descriptor.hpp"

namespace runner {

/// What a mount forbids (mount_setattr(2)).
inline constexpr std::uint64_t plain_files = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
inline constexpr std::uint64_t data_only = plain_files | MOUNT_ATTR_NOEXEC;

using MountParameters = std::vector<std::pair<const char*, std::string>>;

/// A new file system, mounted nowhere yet. Throws Failure.
base::Descriptor new_file_system(const char* type, const MountParameters& parameters,
                                 std::uint64_t attributes);

/// A second, restricted view of what lies at `path`, mounted nowhere yet. Throws Failure.
base::Descriptor restricted_view(const std::string& path, std::uint64_t attributes);

/// Adds attributes to a mount; `flags`: AT_RECURSIVE for all mounts in it. `path` is for the Failure's text.
void set_attributes(const base::Descriptor& mount, std::uint64_t attributes, unsigned flags,
                    const std::string& path);

}  // namespace runner
