#include "runner/sandbox/isolation/plain_work_dir.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "runner/sandbox/system/errors.hpp"
#include "runner/sandbox/system/owned_name.hpp"

namespace runner {
namespace {

constexpr const char* parent_folder = "/tmp";

/// A program may have removed all rights to its own folders.
void remove_tree(const std::filesystem::path& path) {
  std::error_code ignored;
  std::filesystem::permissions(path, std::filesystem::perms::owner_all, std::filesystem::perm_options::add,
                               ignored);
  for (const auto& entry : std::filesystem::directory_iterator(path, ignored)) {
    if (std::filesystem::is_directory(entry.symlink_status(ignored))) {
      remove_tree(entry.path());
    } else {
      std::filesystem::remove(entry.path(), ignored);
    }
  }
  std::filesystem::remove(path, ignored);
}

std::string path_for(pid_t keeper) {
  return fmt::format("{}/{}", parent_folder, owned_name(keeper));
}

}  // namespace

base::Descriptor make_plain_work_dir(pid_t keeper, const Identity& owner) {
  remove_stale_plain_work_dirs();
  const std::string path = path_for(keeper);
  if (mkdir(path.c_str(), 0700) != 0) throw system_failure("cannot make the work directory " + path);
  if (geteuid() == 0 && chown(path.c_str(), owner.user, owner.group) != 0) {
    throw system_failure("cannot give away the work directory " + path);
  }
  base::Descriptor folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.number() < 0) throw system_failure("cannot open the work directory " + path);
  return folder;
}

PlainWorkDirRemoval::~PlainWorkDirRemoval() {
  if (is_needed) remove_tree(path_for(getpid()));
}

void remove_stale_plain_work_dirs() {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(parent_folder, ignored)) {
    if (is_stale_name(entry.path().filename().string())) remove_tree(entry.path());
  }
}

}  // namespace runner
