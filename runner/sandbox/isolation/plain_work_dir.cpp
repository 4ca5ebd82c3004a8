#include "runner/sandbox/isolation/plain_work_dir.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>
#include <string_view>

#include "runner/sandbox/system/errors.hpp"
#include "runner/sandbox/system/owned_name.hpp"

namespace runner {
namespace {

using Folder = std::unique_ptr<DIR, int (*)(DIR*)>;

constexpr const char* parent_folder = "/tmp";

/// Levels of folders, as many as a path can name.
constexpr int most_levels = 2048;

/// Opens a folder of a run for reading; none where it is a link, or somebody else's. A program may have removed all
/// rights to its own folders.
Folder open_left_folder(int parent, const char* name) {
  const base::Descriptor found(openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat facts {};
  if (found.number() < 0 || fstat(found.number(), &facts) != 0 || !may_belong_to_run(facts.st_uid)) {
    return {nullptr, closedir};
  }
  chmod(fmt::format("/proc/self/fd/{}", found.number()).c_str(), facts.st_mode | S_IRWXU);
  return {fdopendir(openat(found.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)), closedir};
}

/// Follows no link, and keeps hold of each folder: another user may replace what lies in one meanwhile.
void remove_tree(int parent, const char* name, int levels = most_levels) {
  if (levels == 0) return;
  const Folder folder = open_left_folder(parent, name);
  if (!folder) return;
  const int number = dirfd(folder.get());
  while (const dirent* entry = readdir(folder.get())) {
    const std::string_view one = entry->d_name;
    if (one == "." || one == "..") continue;
    if (unlinkat(number, entry->d_name, 0) != 0) remove_tree(number, entry->d_name, levels - 1);
  }
  unlinkat(parent, name, AT_REMOVEDIR);
}

std::string path_for(pid_t keeper) {
  return fmt::format("{}/{}", parent_folder, owned_name(keeper));
}

}  // namespace

base::Descriptor make_plain_work_dir(pid_t keeper, const Identity& owner) {
  remove_stale_plain_work_dirs();
  const std::string path = path_for(keeper);
  if (mkdir(path.c_str(), 0700) != 0) throw system_failure("cannot make the work directory " + path);
  if (geteuid() == 0 && lchown(path.c_str(), owner.user, owner.group) != 0) {
    throw system_failure("cannot give away the work directory " + path);
  }
  base::Descriptor folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (folder.number() < 0) throw system_failure("cannot open the work directory " + path);
  return folder;
}

PlainWorkDirRemoval::~PlainWorkDirRemoval() {
  if (is_needed) remove_tree(AT_FDCWD, path_for(getpid()).c_str());
}

void remove_stale_plain_work_dirs() {
  const Folder folder(opendir(parent_folder), closedir);
  if (!folder) return;
  while (const dirent* entry = readdir(folder.get())) {
    if (is_stale_name(entry->d_name)) remove_tree(dirfd(folder.get()), entry->d_name);
  }
}

}  // namespace runner
