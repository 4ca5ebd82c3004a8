// Theory of operation
//
// The tree is built with the kernel's mount calls on descriptors (fsopen(2),
// open_tree(2), move_mount(2); see David Howells' mount API, Linux 5.2, and
// mount_setattr(2), 5.12): a mount is made detached, given its attributes, and only then
// put into its place, so that nothing is ever visible with more rights than intended.
//
//   /            tmpfs, read-only once complete: only folders and links to what follows
//   /usr         the machine's, read-only; /bin, /lib and so on as links into it, as the machine has them
//   /etc         the loader's cache, alternatives, and a passwd and group of two lines
//   /dev         null zero full random urandom, and the devices of the plan
//   /proc        the processes of the own PID namespace, nothing else
//   /sandbox     a folder of the only file system to write to, a tmpfs limited in bytes and inodes; /tmp and
//                /dev/shm are others of its folders
//   /gpu-trace   with a GPU: a tmpfs with the one file in which a CUDA program's trace is kept
//   the program, and what --visible names, each at its own path, read-only
//
// Everything that is not named does not exist there: no home, no test data, no judge. The machine's tree is
// unmounted in the end (pivot_root(2)). If that is impossible, as on an initial ramdisk, the new root is moved
// over the old one, which stays mounted below but out of reach: getting back there takes CAP_SYS_ADMIN or
// CAP_SYS_CHROOT, and the program has no capability and gets none.
//
// A caller in a chroot has its root folder somewhere inside the machine's tree, where it is not a mount, and
// where neither propagation can be switched off nor the root replaced. Both are done from the root of the
// mount namespace; in between, all paths are the caller's.

#include "runner/sandbox/isolation/mount_tree.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <filesystem>
#include <string_view>
#include <utility>

#include "runner/sandbox/isolation/callers_root.hpp"
#include "runner/sandbox/isolation/detached_mount.hpp"
#include "runner/sandbox/system/errors.hpp"

namespace runner {
namespace {

/// "/usr/bin" for "/usr/../usr/bin/".
std::string normal(const std::string& path) {
  std::string text = std::filesystem::path(path).lexically_normal().string();
  while (text.size() > 1 && text.back() == '/') text.pop_back();
  return text;
}

/// The new tree, by its root. Paths are absolute and normal.
class Tree {
 public:
  explicit Tree(const base::Descriptor& root) : root_(root) {}

  void put(const base::Descriptor& mount, const std::string& path) const {
    if (move_mount(mount.number(), "", root_.number(), inside(path), MOVE_MOUNT_F_EMPTY_PATH) != 0) {
      throw system_failure(fmt::format("cannot mount {}", path));
    }
  }

  /// The file at `path`, with links followed inside this tree; none if there is nothing.
  base::Descriptor find(const std::string& path) const {
    open_how how{};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_IN_ROOT;
    return base::Descriptor(
        static_cast<int>(syscall(SYS_openat2, root_.number(), inside(path), &how, sizeof how)));
  }

  /// Puts a mount over the result of `find`; `path` is its name in a message.
  static void put_over(const base::Descriptor& place, const base::Descriptor& mount,
                       const std::string& path) {
    if (move_mount(mount.number(), "", place.number(), "",
                   MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH) != 0) {
      throw system_failure(fmt::format("cannot hide {}", path));
    }
  }

  /// Covers it with an empty file that nobody may read, and that has no other name in the end.
  void put_empty_file_over(const base::Descriptor& place, const std::string& path) const {
    constexpr const char* name = ".empty";
    const base::Descriptor file(openat(root_.number(), name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0));
    const base::Descriptor view(open_tree(root_.number(), name, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC));
    if (file.number() < 0 || view.number() < 0) throw system_failure(fmt::format("cannot hide {}", path));
    put_over(place, view, path);
    if (unlinkat(root_.number(), name, 0) != 0) throw system_failure(fmt::format("cannot hide {}", path));
  }

  void make_folder(const std::string& path) const {
    if (mkdirat(root_.number(), inside(path), 0755) != 0 && errno != EEXIST) {
      throw system_failure(fmt::format("cannot make the folder {}", path));
    }
  }

  void make_file(const std::string& path, std::string_view text) const {
    const base::Descriptor file(openat(root_.number(), inside(path), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    if (file.number() < 0 ||
        write(file.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
      throw system_failure(fmt::format("cannot make the file {}", path));
    }
  }

  void make_link(const std::string& target, const std::string& path) const {
    if (symlinkat(target.c_str(), root_.number(), inside(path)) != 0) {
      throw system_failure(fmt::format("cannot make the link {}", path));
    }
  }

  /// Shows a file or folder of the machine at the same path here; the parent folder must exist.
  void show_file(const std::string& path, std::uint64_t attributes) const {
    const base::Descriptor view = restricted_view(path, attributes);
    if (mknodat(root_.number(), inside(path), S_IFREG | 0644, 0) != 0 && errno != EEXIST) {
      throw system_failure(fmt::format("cannot make the file {}", path));
    }
    put(view, path);
  }
  void show_folder(const std::string& path, std::uint64_t attributes) const {
    const base::Descriptor view = restricted_view(path, attributes);
    make_folder(path);
    put(view, path);
  }

  /// Shows the file at `path`, unless it is visible already, and makes the folders above.
  void show(const std::string& path, std::uint64_t attributes) const {
    struct stat there {
    }, here{};
    if (stat(path.c_str(), &there) != 0) throw system_failure(fmt::format("cannot make {} visible", path));
    const bool seen = fstatat(root_.number(), inside(path), &here, 0) == 0;
    if (seen && here.st_dev == there.st_dev && here.st_ino == there.st_ino) return;
    for (std::size_t slash = path.find('/', 1); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
      make_folder(path.substr(0, slash));
    }
    S_ISDIR(there.st_mode) ? show_folder(path, attributes) : show_file(path, attributes);
  }

 private:
  /// Paths in the new tree are relative to its root's descriptor.
  static const char* inside(const std::string& path) { return path.c_str() + 1; }

  const base::Descriptor& root_;
};

void setup_system(const Tree& tree) {
  tree.show_folder("/usr", plain_files | MOUNT_ATTR_RDONLY);
  for (const char* path : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
    std::array<char, PATH_MAX> target;
    const ssize_t length = readlink(path, target.data(), target.size());
    if (length > 0) {
      tree.make_link({target.data(), static_cast<std::size_t>(length)}, path);
    } else if (errno == EINVAL) {  // it is not a link
      tree.show_folder(path, plain_files | MOUNT_ATTR_RDONLY);
    }
  }
  tree.make_folder("/etc");
  if (access("/etc/ld.so.cache", F_OK) == 0)
    tree.show_file("/etc/ld.so.cache", data_only | MOUNT_ATTR_RDONLY);
  if (access("/etc/alternatives", F_OK) == 0) {
    tree.show_folder("/etc/alternatives", data_only | MOUNT_ATTR_RDONLY);
  }
  tree.make_file("/etc/passwd", "root:x:0:0::/:/bin/false\njudged:x:1000:1000::/sandbox:/bin/sh\n");
  tree.make_file("/etc/group", "root:x:0:\njudged:x:1000:\n");
}

void setup_devices(const Tree& tree, const std::vector<std::string>& devices) {
  constexpr std::uint64_t device = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC;
  tree.make_folder("/dev");
  for (const char* path : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}) {
    tree.show_file(path, device);
  }
  for (const auto& path : devices) tree.show(path, device);
  tree.make_link("/proc/self/fd", "/dev/fd");
  tree.make_link("/proc/self/fd/0", "/dev/stdin");
  tree.make_link("/proc/self/fd/1", "/dev/stdout");
  tree.make_link("/proc/self/fd/2", "/dev/stderr");
}

/// The only writable file system. Both limits are one more than the program may use, so that an excess is
/// visible.
base::Descriptor setup_work(const Tree& tree, const MountPlan& plan) {
  const std::int64_t page_bytes = sysconf(_SC_PAGESIZE);
  const std::int64_t pages = (plan.work_bytes + page_bytes - 1) / page_bytes + 1;
  base::Descriptor writable;
  try {
    writable = new_file_system("tmpfs",
                               {{"size", std::to_string(pages * page_bytes)},
                                {"nr_inodes", std::to_string(plan.work_files + work_inodes_of_ours + 1)},
                                {"mode", "0755"}},
                               data_only);
  } catch (
      const Failure& failure) {  // the tree's root is such a file system, too: what differs are the limits
    throw UnmetLimit(
        fmt::format("cannot have a work directory of --work-limit-bytes {} and --file-limit {}: {}",
                    plan.work_bytes, plan.work_files, failure.what()));
  }
  // Its own root is invisible: it is under the first place where a folder of it is shown.
  tree.make_folder(work_folder);
  tree.put(writable, work_folder);
  for (const auto& [name, place] : {std::pair{"work", work_folder}, {"tmp", "/tmp"}, {"shm", "/dev/shm"}}) {
    if (mkdirat(writable.number(), name, 0755) != 0 ||
        fchownat(writable.number(), name, plan.user, plan.group, 0) != 0) {
      throw system_failure("cannot make the work directory");
    }
    const base::Descriptor view(open_tree(writable.number(), name, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC));
    if (view.number() < 0) throw system_failure("cannot show the work directory");
    tree.make_folder(place);
    tree.put(view, place);
  }
  base::Descriptor work(openat(writable.number(), "work", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (work.number() < 0) throw system_failure("cannot open the work directory");
  return work;
}

/// A separate tmpfs, so that the trace does not count as the program's files. It is filled at once, so that
/// its memory is not the program's either.
base::Descriptor setup_gpu_trace(const Tree& tree, const MountPlan& plan) {
  if (plan.gpu_trace_bytes == 0) return base::Descriptor();
  const std::int64_t page_bytes = sysconf(_SC_PAGESIZE);
  const std::int64_t pages = (plan.gpu_trace_bytes + page_bytes - 1) / page_bytes;
  const base::Descriptor folder = new_file_system(
      "tmpfs", {{"size", std::to_string(pages * page_bytes)}, {"nr_inodes", "2"}, {"mode", "0755"}},
      data_only);
  base::Descriptor file(openat(folder.number(), "facts", O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (file.number() < 0 || posix_fallocate(file.number(), 0, plan.gpu_trace_bytes) != 0 ||
      fchown(file.number(), plan.user, plan.group) != 0) {
    throw system_failure("cannot make the file for the trace of a GPU program");
  }
  tree.make_folder(gpu_trace_folder);
  tree.put(folder, gpu_trace_folder);
  return file;
}

/// If the machine shows only part of its /proc, as in many containers, a user namespace gets none.
std::string setup_proc(const Tree& tree, const MountPlan& plan) {
  tree.make_folder("/proc");
  if (!plan.own_pid_namespace) return "there is no PID namespace";
  MountParameters parameters = {{"hidepid", "invisible"}};
  if (!plan.whole_proc) parameters.emplace_back("subset", "pid");
  try {
    tree.put(new_file_system("proc", parameters, data_only), "/proc");
    return {};
  } catch (const Failure& failure) {
    return failure.what();
  }
}

/// Puts empty folders and files over hidden paths. Returns the folders, which become read-only once complete,
/// like the root.
std::vector<base::Descriptor> setup_hidden(const Tree& tree, const std::vector<std::string>& paths) {
  std::vector<base::Descriptor> covers;
  for (const auto& given : paths) {
    const std::string path = normal(given);
    const base::Descriptor there = tree.find(path);
    struct stat facts {};
    if (there.number() < 0 || fstat(there.number(), &facts) != 0) continue;
    if (S_ISDIR(facts.st_mode)) {
      covers.push_back(
          new_file_system("tmpfs", {{"size", "1m"}, {"nr_inodes", "256"}, {"mode", "0755"}}, plain_files));
      Tree::put_over(there, covers.back(), path);
    } else {
      tree.put_empty_file_over(there, path);
    }
  }
  return covers;
}

/// Leaves the machine's tree for the one at `root`, permanently.
void enter(const base::Descriptor& root, const CallersRoot& callers_root) {
  callers_root.leave();
  if (fchdir(root.number()) != 0) throw system_failure("cannot enter the private file system");
  if (syscall(SYS_pivot_root, ".", ".") == 0) {
    // The old root now lies over the new one.
    if (umount2(".", MNT_DETACH) != 0) throw system_failure("cannot unmount the machine's file system");
  } else if (errno != EINVAL || mount(".", "/", nullptr, MS_MOVE, nullptr) != 0 || chroot(".") != 0) {
    throw system_failure("cannot enter the private file system");
  }
  if (chdir("/") != 0) throw system_failure("cannot enter the private file system");
}

/// Puts everything of the plan into the tree.
PrivateTree fill(const Tree& tree, const MountPlan& plan, std::string& missing_proc) {
  setup_system(tree);
  setup_devices(tree, plan.devices);
  PrivateTree kept{setup_work(tree, plan), setup_gpu_trace(tree, plan)};
  missing_proc = setup_proc(tree, plan);
  const std::vector<base::Descriptor> covers = setup_hidden(tree, plan.hidden);
  for (const auto& path : plan.visible) tree.show(normal(path), plain_files | MOUNT_ATTR_RDONLY);
  for (const auto& cover : covers) set_attributes(cover, MOUNT_ATTR_RDONLY, 0, "a hidden folder");
  return kept;
}

}  // namespace

PrivateTree enter_private_tree(const MountPlan& plan, std::string& missing_proc) {
  const CallersRoot callers_root;
  callers_root.part_from_machine();
  const base::Descriptor root =
      new_file_system("tmpfs", {{"size", "1m"}, {"nr_inodes", "1024"}, {"mode", "0755"}}, plain_files);
  // Any folder that surely exists will do; nothing looks at the machine's /proc from here on.
  if (move_mount(root.number(), "", AT_FDCWD, "/proc", MOVE_MOUNT_F_EMPTY_PATH) != 0) {
    throw system_failure("cannot mount the private file system");
  }
  try {
    PrivateTree kept = fill(Tree(root), plan, missing_proc);
    set_attributes(root, MOUNT_ATTR_RDONLY, 0, "/");
    enter(root, callers_root);
    return kept;
  } catch (const Failure&) {  // continuing without a private tree takes the machine's, unchanged
    callers_root.enter_again();
    umount2("/proc", MNT_DETACH);
    throw;
  }
}

base::Descriptor open_read_only_view(const std::string& path) {
  const base::Descriptor view = restricted_view(path, data_only | MOUNT_ATTR_RDONLY);
  base::Descriptor file(
      open(fmt::format("/proc/self/fd/{}", view.number()).c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (file.number() < 0) throw system_failure("cannot open a read-only view of " + path);
  return file;
}

}  // namespace runner
