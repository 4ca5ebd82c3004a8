#include "runner/sandbox/system/process_tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/kcmp.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <ctime>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/clock.hpp"
#include "base/descriptor.hpp"
#include "runner/sandbox/system/errors.hpp"
#include "runner/sandbox/system/small_file.hpp"

namespace runner {
namespace {

/// The numbers in `text`, separated by blanks, up to the first word that is not one.
std::vector<std::int64_t> leading_numbers(std::string_view text) {
  std::vector<std::int64_t> numbers;
  for (const char* at = text.data(); at != text.data() + text.size();) {
    if (*at == ' ' || *at == '\n') {
      ++at;
      continue;
    }
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(at, text.data() + text.size(), number);
    // Fields that are unsigned 64-bit masks may overflow; none of them is needed.
    if (error != std::errc() && error != std::errc::result_out_of_range) break;
    numbers.push_back(number);
    at = end;
  }
  return numbers;
}

}  // namespace

std::vector<pid_t> thread_numbers(pid_t pid) {
  std::vector<pid_t> threads;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(fmt::format("/proc/{}/task", pid).c_str()),
                                                   closedir);
  if (!folder) return threads;
  while (const dirent* entry = readdir(folder.get())) {
    const auto numbers = leading_numbers(entry->d_name);
    if (!numbers.empty()) threads.push_back(static_cast<pid_t>(numbers[0]));
  }
  return threads;
}

std::optional<ProcessStat> parse_process_stat(std::string_view text) {
  const std::size_t name_end = text.rfind(')');  // the program chooses its name, which may contain ") R 1 ("
  if (name_end == std::string_view::npos || text.size() < name_end + 4) return std::nullopt;
  const auto pid = leading_numbers(text.substr(0, text.find('(')));
  const auto fields = leading_numbers(text.substr(name_end + 4));  // from field 4 on, after ") S "
  const auto field = [&](std::size_t number) { return fields[number - 4]; };
  if (pid.size() != 1 || fields.size() < 21) return std::nullopt;

  static const std::int64_t tick_ns = base::nanoseconds_per_second / sysconf(_SC_CLK_TCK);
  static const std::int64_t page_bytes = sysconf(_SC_PAGESIZE);
  constexpr std::int64_t forked_only = 0x40;  // PF_FORKNOEXEC of the kernel's include/linux/sched.h
  ProcessStat stat;
  stat.pid = static_cast<pid_t>(pid[0]);
  stat.parent = static_cast<pid_t>(field(4));
  stat.group = static_cast<pid_t>(field(5));
  stat.waited_cpu_ns = (field(16) + field(17)) * tick_ns;
  stat.threads = field(20);
  stat.started = static_cast<std::uint64_t>(field(22));
  stat.resident_bytes = field(24) * page_bytes;
  stat.has_executed = (field(9) & forked_only) == 0;
  return stat;
}

std::optional<ProcessStat> read_process_stat(pid_t pid) {
  const auto text = read_small_file(fmt::format("/proc/{}/stat", pid));
  return text ? parse_process_stat(*text) : std::nullopt;
}

void require_children_files() {
  if (access("/proc/thread-self/children", R_OK) != 0) {
    throw system_failure(
        "cannot follow the program's processes: /proc/thread-self/children (mount /proc; the kernel "
        "needs CONFIG_PROC_CHILDREN)");
  }
}

void for_each_descendant(const std::function<bool(pid_t)>& visit) {
  std::unordered_set<pid_t> met;
  std::vector<pid_t> to_open = {getpid()};
  while (!to_open.empty()) {
    const pid_t pid = to_open.back();
    to_open.pop_back();
    for (const pid_t thread : thread_numbers(pid)) {
      const auto children = read_small_file(fmt::format("/proc/{}/task/{}/children", pid, thread));
      if (!children) continue;
      for (const auto number : leading_numbers(*children)) {
        const auto child = static_cast<pid_t>(number);
        if (!met.insert(child).second) continue;
        if (!visit(child)) return;
        to_open.push_back(child);
      }
    }
  }
}

std::int64_t process_cpu_ns(pid_t pid) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return base::to_nanoseconds(time);
}

std::optional<std::int64_t> proportional_resident_bytes(pid_t pid) {
  const auto text = read_small_file(fmt::format("/proc/{}/smaps_rollup", pid));
  const std::size_t label = text ? text->find("\nPss:") : std::string::npos;
  if (label == std::string::npos) return std::nullopt;
  const auto kilobytes = leading_numbers(std::string_view(*text).substr(label + 5));
  if (kilobytes.empty()) return std::nullopt;
  return kilobytes[0] * 1024;
}

bool share_memory(pid_t one, pid_t other) {
  return syscall(SYS_kcmp, one, other, KCMP_VM, 0, 0) == 0;
}

void kill_descendants() {
  // A process group is killed atomically, while no member can fork on. Since the program began in a session
  // of its own, no group of a descendant has a member from outside. To kill(2), 0 is the caller's own group
  // and -1 all processes: both are excluded from the start.
  std::unordered_set<pid_t> done_groups = {0, 1, getpgrp()};
  for_each_descendant([&](pid_t pid) {
    kill(pid, SIGKILL);  // before its children are read: it cannot have more afterwards
    const auto stat = read_process_stat(pid);
    if (stat && done_groups.insert(stat->group).second) kill(-stat->group, SIGKILL);
    return true;
  });
}

}  // namespace runner
