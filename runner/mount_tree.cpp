// Theory of operation
//
// The tree is built with the kernel's mount calls on descriptors (fsopen(2), open_tree(2), move_mount(2);
// see David Howells' mount API, Linux 5.2, and mount_setattr(2), 5.12): a mount is made detached, given its
// attributes, and only then put into its place, so that nothing is ever visible with more rights than it
// shall have.
//
//   /            tmpfs, read-only once complete: only folders and links to what follows
//   /usr         the machine's, read-only; /bin, /lib and so on as links into it, as the machine has them
//   /etc         the loader's cache, alternatives, and a passwd and group of two lines
//   /dev         null zero full random urandom, and the devices of the plan
//   /proc        the processes of the own PID namespace, nothing else
//   /run         tmpfs, the only place to write: limited in bytes and inodes; it holds work, tmp and shm
//   /sandbox     its folder work; /tmp and /dev/shm are links into /run
//   the program, and what --visible names, each at its own path, read-only
//
// Everything that is not named does not exist there: no home, no test data, no judge. The machine's tree is
// unmounted in the end (pivot_root(2)). Where that is impossible, on an initial ramdisk, the new root is
// moved over the old one, which stays mounted below but out of reach: getting back there takes CAP_SYS_ADMIN
// or CAP_SYS_CHROOT, and the program has no capability and gets none.
//
// A caller in a chroot has its root folder somewhere inside of the machine's tree, where it is no mount, and
// where neither propagation can be switched off nor the root be exchanged. Both is done from the root of the
// mount namespace; in between, all paths are the caller's.

#include "runner/mount_tree.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

#include "runner/errors.hpp"

namespace runner {
namespace {

using Parameters = std::vector<std::pair<const char*, std::string>>;

constexpr std::uint64_t plain_files = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
constexpr std::uint64_t data_only = plain_files | MOUNT_ATTR_NOEXEC;

/// A new file system, mounted nowhere yet.
Descriptor new_file_system(const char* type, const Parameters& parameters, std::uint64_t attributes) {
  const Descriptor context(fsopen(type, FSOPEN_CLOEXEC));
  if (context.number() < 0) throw system_failure(fmt::format("cannot make a {}", type));
  for (const auto& [key, value] : parameters) {
    if (fsconfig(context.number(), FSCONFIG_SET_STRING, key, value.c_str(), 0) != 0) {
      throw system_failure(fmt::format("cannot set {}={} of a {}", key, value, type));
    }
  }
  if (fsconfig(context.number(), FSCONFIG_CMD_CREATE, nullptr, nullptr, 0) != 0) {
    throw system_failure(fmt::format("cannot make a {}", type));
  }
  Descriptor mount(fsmount(context.number(), FSMOUNT_CLOEXEC, static_cast<unsigned>(attributes)));
  if (mount.number() < 0) throw system_failure(fmt::format("cannot mount a {}", type));
  return mount;
}

void set_attributes(const Descriptor& mount, std::uint64_t attributes, unsigned flags,
                    const std::string& path) {
  mount_attr change{};
  change.attr_set = attributes;
  if (mount_setattr(mount.number(), "", AT_EMPTY_PATH | flags, &change, sizeof change) != 0) {
    throw system_failure(fmt::format("cannot set the attributes of the mount of {}", path));
  }
}

/// A second, restricted view of what lies at `path`, mounted nowhere yet.
Descriptor restricted_view(const std::string& path, std::uint64_t attributes) {
  Descriptor view(open_tree(AT_FDCWD, path.c_str(), OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE));
  if (view.number() < 0) throw system_failure(fmt::format("cannot make {} visible", path));
  set_attributes(view, attributes, AT_RECURSIVE, path);
  return view;
}

/// "usr/bin" for "/usr/bin/": paths in the new tree count from its root's descriptor.
std::string relative(const std::string& path) {
  std::string text = std::filesystem::path(path).lexically_normal().string();
  while (!text.empty() && text.back() == '/') text.pop_back();
  return text.substr(std::min(text.find_first_not_of('/'), text.size()));
}

class Tree {
 public:
  explicit Tree(const Descriptor& root) : root_(root) {}

  void put(const Descriptor& mount, const std::string& path) const {
    if (move_mount(mount.number(), "", root_.number(), relative(path).c_str(), MOVE_MOUNT_F_EMPTY_PATH) !=
        0) {
      throw system_failure(fmt::format("cannot mount {}", path));
    }
  }

  /// True when the very same file or folder can be seen at `path` already.
  bool shows(const std::string& path, const struct stat& facts) const {
    struct stat here {};
    return fstatat(root_.number(), relative(path).c_str(), &here, 0) == 0 && here.st_dev == facts.st_dev &&
           here.st_ino == facts.st_ino;
  }

  bool has(const std::string& path) const {
    return faccessat(root_.number(), relative(path).c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0;
  }

  void make_folder(const std::string& path) const {
    const std::string place = relative(path);
    for (std::size_t slash = place.find('/');; slash = place.find('/', slash + 1)) {
      const std::string part = place.substr(0, slash);
      if (!part.empty() && mkdirat(root_.number(), part.c_str(), 0755) != 0 && errno != EEXIST) {
        throw system_failure(fmt::format("cannot make the folder {}", path));
      }
      if (slash == std::string::npos) return;
    }
  }

  void make_file(const std::string& path, std::string_view text) const {
    make_folder(std::filesystem::path(path).parent_path().string());
    const Descriptor file(
        openat(root_.number(), relative(path).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    if (file.number() < 0 ||
        write(file.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
      throw system_failure(fmt::format("cannot make the file {}", path));
    }
  }

  void make_link(const std::string& target, const std::string& path) const {
    if (symlinkat(target.c_str(), root_.number(), relative(path).c_str()) != 0) {
      throw system_failure(fmt::format("cannot make the link {}", path));
    }
  }

  /// Shows what lies at `path` on the machine at the same path here.
  void show(const std::string& path, std::uint64_t attributes) const {
    struct stat facts {};
    if (stat(path.c_str(), &facts) != 0) throw system_failure(fmt::format("cannot make {} visible", path));
    if (shows(path, facts)) return;
    const Descriptor view = restricted_view(path, attributes);
    if (!has(path)) {
      if (S_ISDIR(facts.st_mode)) {
        make_folder(path);
      } else {
        make_file(path, "");
      }
    }
    put(view, path);
  }

 private:
  const Descriptor& root_;
};

void setup_system(const Tree& tree) {
  tree.show("/usr", plain_files | MOUNT_ATTR_RDONLY);
  for (const char* path : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
    std::error_code none;
    const auto target = std::filesystem::read_symlink(path, none);
    if (!none) {
      tree.make_link(target.string(), path);
    } else if (std::filesystem::is_directory(path, none)) {
      tree.show(path, plain_files | MOUNT_ATTR_RDONLY);
    }
  }
  for (const char* path : {"/etc/ld.so.cache", "/etc/alternatives"}) {
    if (access(path, F_OK) == 0) tree.show(path, data_only | MOUNT_ATTR_RDONLY);
  }
  tree.make_file("/etc/passwd", "root:x:0:0::/:/bin/false\njudged:x:1000:1000::/sandbox:/bin/sh\n");
  tree.make_file("/etc/group", "root:x:0:\njudged:x:1000:\n");
}

void setup_devices(const Tree& tree, const std::vector<std::string>& devices) {
  constexpr std::uint64_t device = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC;
  for (const char* path : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}) {
    tree.show(path, device);
  }
  for (const auto& path : devices) tree.show(path, device);
  tree.make_link("/proc/self/fd", "/dev/fd");
  tree.make_link("/proc/self/fd/0", "/dev/stdin");
  tree.make_link("/proc/self/fd/1", "/dev/stdout");
  tree.make_link("/proc/self/fd/2", "/dev/stderr");
}

/// The one writable file system. Both limits are one more than the program may use: what lies over them can
/// then be seen.
Descriptor setup_work(const Tree& tree, const MountPlan& plan) {
  const std::int64_t page_bytes = sysconf(_SC_PAGESIZE);
  const std::int64_t pages = (plan.work_bytes + page_bytes - 1) / page_bytes + 1;
  const Descriptor writable =
      new_file_system("tmpfs",
                      {{"size", std::to_string(pages * page_bytes)},
                       {"nr_inodes", std::to_string(plan.work_files + work_inodes_of_ours + 1)},
                       {"mode", "0755"},
                       {"uid", std::to_string(plan.user)},
                       {"gid", std::to_string(plan.group)}},
                      data_only);
  tree.make_folder("/run");
  tree.put(writable, "/run");
  for (const char* name : {"work", "tmp", "shm"}) {
    if (mkdirat(writable.number(), name, 0755) != 0 ||
        fchownat(writable.number(), name, plan.user, plan.group, 0) != 0) {
      throw system_failure("cannot make the work directory");
    }
  }
  Descriptor work(openat(writable.number(), "work", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const Descriptor view(open_tree(writable.number(), "work", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC));
  if (work.number() < 0 || view.number() < 0) throw system_failure("cannot open the work directory");
  tree.make_folder(work_folder);
  tree.put(view, work_folder);
  tree.make_link("run/tmp", "/tmp");
  tree.make_link("../run/shm", "/dev/shm");
  return work;
}

/// Where the machine shows only part of its /proc, as in many containers, a user namespace gets none.
std::string setup_proc(const Tree& tree, const MountPlan& plan) {
  tree.make_folder("/proc");
  if (!plan.own_pid_namespace) return "there is no PID namespace";
  Parameters parameters = {{"hidepid", "invisible"}};
  if (!plan.whole_proc) parameters.emplace_back("subset", "pid");
  try {
    tree.put(new_file_system("proc", parameters, data_only), "/proc");
    return {};
  } catch (const Failure& failure) {
    return failure.what();
  }
}

/// Empty folders over what shall not be seen; they are read-only once complete, as the root is.
std::vector<Descriptor> setup_hidden(const Tree& tree, const std::vector<std::string>& paths) {
  std::vector<Descriptor> covers;
  for (const auto& path : paths) {
    if (!tree.has(path)) continue;
    covers.push_back(
        new_file_system("tmpfs", {{"size", "1m"}, {"nr_inodes", "256"}, {"mode", "0755"}}, plain_files));
    tree.put(covers.back(), path);
  }
  return covers;
}

/// Goes to the root of the mount namespace: joining one leads there, also if it is the own (setns(2)).
void leave_chroot() {
  const Descriptor self(static_cast<int>(syscall(SYS_pidfd_open, getpid(), 0)));
  if (self.number() < 0 || setns(self.number(), CLONE_NEWNS) != 0) {
    throw system_failure("cannot go to the root of the mount namespace");
  }
}

/// Not to get back is the end: nothing may go on with more of the machine's tree than the caller has.
void enter_chroot(const Descriptor& folder) {
  if (fchdir(folder.number()) != 0 || chroot(".") != 0) std::abort();
}

/// No mount made from here on spreads to where the machine's own mounts are, nor the other way.
void part_from_machine(const Descriptor& callers_root) {
  leave_chroot();
  const int error = mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 ? 0 : errno;
  enter_chroot(callers_root);
  errno = error;
  if (error != 0) throw system_failure("cannot part from the machine's mounts");
}

/// Leaves the machine's tree for the one at `root`, for good.
void enter(const Descriptor& root) {
  leave_chroot();
  if (fchdir(root.number()) != 0) throw system_failure("cannot enter the private file system");
  if (syscall(SYS_pivot_root, ".", ".") == 0) {
    // The old root now lies over the new one.
    if (umount2(".", MNT_DETACH) != 0) throw system_failure("cannot unmount the machine's file system");
  } else if (errno != EINVAL || mount(".", "/", nullptr, MS_MOVE, nullptr) != 0 || chroot(".") != 0) {
    throw system_failure("cannot enter the private file system");
  }
  if (chdir("/") != 0) throw system_failure("cannot enter the private file system");
}

/// Puts everything of the plan into the tree; returns the work directory.
Descriptor fill(const Tree& tree, const MountPlan& plan, std::string& missing_proc) {
  setup_system(tree);
  setup_devices(tree, plan.devices);
  Descriptor work = setup_work(tree, plan);
  missing_proc = setup_proc(tree, plan);
  const std::vector<Descriptor> covers = setup_hidden(tree, plan.hidden);
  for (const auto& path : plan.visible) tree.show(path, plain_files | MOUNT_ATTR_RDONLY);
  for (const auto& cover : covers) set_attributes(cover, MOUNT_ATTR_RDONLY, 0, "a hidden folder");
  return work;
}

}  // namespace

Descriptor enter_private_tree(const MountPlan& plan, std::string& missing_proc) {
  const Descriptor callers_root(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (callers_root.number() < 0) throw system_failure("cannot open the root folder");
  part_from_machine(callers_root);
  const Descriptor root =
      new_file_system("tmpfs", {{"size", "1m"}, {"nr_inodes", "1024"}, {"mode", "0755"}}, plain_files);
  // Any folder that surely exists will do; nothing looks at the machine's /proc from here on.
  if (move_mount(root.number(), "", AT_FDCWD, "/proc", MOVE_MOUNT_F_EMPTY_PATH) != 0) {
    throw system_failure("cannot mount the private file system");
  }
  try {
    Descriptor work = fill(Tree(root), plan, missing_proc);
    set_attributes(root, MOUNT_ATTR_RDONLY, 0, "/");
    enter(root);
    return work;
  } catch (const Failure&) {  // to go on without a private tree takes the machine's, as it was
    enter_chroot(callers_root);
    umount2("/proc", MNT_DETACH);
    throw;
  }
}

Descriptor open_read_only_view(const std::string& path) {
  const Descriptor view = restricted_view(path, data_only | MOUNT_ATTR_RDONLY);
  Descriptor file(
      open(fmt::format("/proc/self/fd/{}", view.number()).c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (file.number() < 0) throw system_failure("cannot open a read-only view of " + path);
  return file;
}

}  // namespace runner
