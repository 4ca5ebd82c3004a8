#include "runner/sandbox/isolation/namespaces.hpp"

#include <fmt/format.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

#include "runner/sandbox/system/errors.hpp"
#include "runner/sandbox/system/small_file.hpp"

namespace runner {
namespace {

struct Namespace {
  std::uint64_t flag;
  std::string_view name;
};

constexpr std::array<Namespace, 5> namespaces = {{
    {CLONE_NEWPID, "pid-namespace"},
    {CLONE_NEWNS, "mount-namespace"},
    {CLONE_NEWNET, "network-namespace"},
    {CLONE_NEWIPC, "ipc-namespace"},
    {CLONE_NEWUTS, "uts-namespace"},
}};

constexpr std::uint64_t all_namespaces() {
  std::uint64_t flags = 0;
  for (const auto& row : namespaces) flags |= row.flag;
  return flags;
}

/// Forks as fork(2) does: libc's clone() wants a stack, and its fork() takes no flags.
pid_t fork_with(std::uint64_t flags) {
  clone_args arguments{};
  arguments.flags = flags;
  arguments.exit_signal = SIGCHLD;
  return static_cast<pid_t>(syscall(SYS_clone3, &arguments, sizeof arguments));
}

bool can_be_had(std::uint64_t flag) {
  const pid_t pid = fork_with(flag);
  if (pid == 0) _exit(0);
  if (pid < 0) return false;
  waitpid(pid, nullptr, 0);
  return true;
}

void write_map(const char* path, const std::string& text) {
  if (!write_small_file(path, text)) throw system_failure(fmt::format("cannot write {}", path));
}

}  // namespace

NamespacedProcess fork_into_namespaces(Isolation& isolation) {
  const Isolation before = isolation;
  // With rights over the machine the user namespace comes last, around the program alone (credentials.cpp):
  // the others then belong to the machine, and nothing inside has rights over them.
  const std::array<std::uint64_t, 2> attempts = {all_namespaces(), all_namespaces() | CLONE_NEWUSER};
  for (const std::uint64_t flags : attempts) {
    isolation = before;
    for (const auto& row : namespaces) isolation.add(row.name);
    const pid_t pid = fork_with(flags);
    if (pid >= 0) return {pid, flags};
  }

  isolation = before;
  std::uint64_t flags = 0;
  for (const auto& row : namespaces) {
    if (can_be_had(row.flag)) {
      flags |= row.flag;
      isolation.add(row.name);
    } else {
      isolation.lack(row.name, fmt::format("clone: {}", std::generic_category().message(errno)));
    }
  }
  const pid_t pid = fork_with(flags);
  if (pid < 0) throw system_failure("cannot start a process");
  return {pid, flags};
}

void map_to_single_user(uid_t user, gid_t group) {
  write_map("/proc/self/setgroups", "deny");  // the kernel's condition for mapping a group without rights
  write_map("/proc/self/uid_map", fmt::format("{} {} 1", inside_user, user));
  write_map("/proc/self/gid_map", fmt::format("{} {} 1", inside_user, group));
}

}  // namespace runner
