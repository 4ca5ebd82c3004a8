#include "runner/tests/chroot.hpp"

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <iterator>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr const char* of_the_machine[] = {"/tmp",    "/bin", "/sbin", "/lib", "/lib32", "/lib64",
                                          "/libx32", "/usr", "/etc",  "/dev", "/proc",  "/sys"};

/// Every folder that is visible. With sanitizers, the programs belong to a different build than the runner.
std::vector<std::string> shown() {
  std::vector<std::string> paths(std::begin(of_the_machine), std::end(of_the_machine));
  paths.push_back(fs::temp_directory_path());  // the tests' own files, maybe elsewhere than the runner's
  paths.push_back(fs::path(runner_path()).parent_path());
  paths.push_back(PROGRAMS_PATH);
  return paths;
}

/// A second view of `path` below `root`, with all mounts in it; of a link the same link.
bool show(const std::string& root, const std::string& path) {
  std::error_code none;
  const std::string place = root + path;
  if (fs::is_symlink(path, none)) return symlink(fs::read_symlink(path).c_str(), place.c_str()) == 0;
  if (!fs::exists(path, none)) return true;
  fs::create_directories(place, none);
  return mount(path.c_str(), place.c_str(), nullptr, MS_BIND | MS_REC, nullptr) == 0;
}

}  // namespace

ChrootTree::ChrootTree() {
  if (unshare(CLONE_NEWNS) != 0 || mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    guest_.obstacle = "no mount namespace can be had here";
    return;
  }
  fs::permissions(folder_.path(), fs::perms{0755});
  bool complete = true;
  for (const auto& path : shown()) complete = complete && show(folder_.path(), path);
  if (!complete || mount(nullptr, "/", nullptr, MS_REC | MS_SHARED, nullptr) != 0) {
    guest_.obstacle = "cannot mount the machine's folders in " + folder_.path();
  }
  guest_.caller.root = folder_.path();
}

ChrootTree::~ChrootTree() {
  for (const auto& path : shown()) {  // later mounts may be inside earlier ones, which carry them along
    umount2((folder_.path() + path).c_str(), MNT_DETACH | UMOUNT_NOFOLLOW);
  }
}

std::string all_mounts() {
  return text_of_file("/proc/self/mountinfo");
}
