#include "runner/sandbox/isolation/detached_mount.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include "runner/sandbox/system/errors.hpp"

namespace runner {

base::Descriptor new_file_system(const char* type, const MountParameters& parameters,
                                 std::uint64_t attributes) {
  const base::Descriptor context(fsopen(type, FSOPEN_CLOEXEC));
  if (context.number() < 0) throw system_failure(fmt::format("cannot make a {}", type));
  for (const auto& [key, value] : parameters) {
    if (fsconfig(context.number(), FSCONFIG_SET_STRING, key, value.c_str(), 0) != 0) {
      throw system_failure(fmt::format("cannot set {}={} of a {}", key, value, type));
    }
  }
  if (fsconfig(context.number(), FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) != 0) {
    throw system_failure(fmt::format("cannot make a {}", type));
  }
  base::Descriptor mount(fsmount(context.number(), FSMOUNT_CLOEXEC, static_cast<unsigned>(attributes)));
  if (mount.number() < 0) throw system_failure(fmt::format("cannot mount a {}", type));
  return mount;
}

void set_attributes(const base::Descriptor& mount, std::uint64_t attributes, unsigned flags,
                    const std::string& path) {
  mount_attr change{};
  change.attr_set = attributes;
  if (mount_setattr(mount.number(), "", AT_EMPTY_PATH | flags, &change, sizeof change) != 0) {
    throw system_failure(fmt::format("cannot set the attributes of the mount of {}", path));
  }
}

base::Descriptor restricted_view(const std::string& path, std::uint64_t attributes) {
  base::Descriptor view(
      open_tree(AT_FDCWD, path.c_str(), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE));
  if (view.number() < 0) throw system_failure(fmt::format("cannot make {} visible", path));
  set_attributes(view, attributes, AT_RECURSIVE, path);
  return view;
}

}  // namespace runner
