#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace runner {

/// The content of /proc/<pid>/stat for one process, see proc_pid_stat(5).
struct ProcessStat {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t group = 0;
  std::int64_t waited_cpu_ns = 0;  ///< of the children that it has waited for, in whole clock ticks
  std::int64_t threads = 0;
  std::uint64_t started = 0;  ///< clock ticks after boot: distinguishes two processes of the same number
  std::int64_t resident_bytes = 0;
  bool has_executed = false;  ///< a program since it was forked
};

/// Reads the text of /proc/<pid>/stat; nullopt when it is not of that form.
std::optional<ProcessStat> parse_process_stat(std::string_view text);

/// nullopt when the process is gone.
std::optional<ProcessStat> read_process_stat(pid_t pid);

/// Throws Failure where the kernel does not report a process's children (CONFIG_PROC_CHILDREN is off).
void require_children_files();

/// Calls `visit` for every descendant of this process, zombies included, parents before children, until it
/// returns false. The snapshot is not atomic: a process that starts or gets another parent meanwhile may be
/// missed, and none is visited twice.
void for_each_descendant(const std::function<bool(pid_t)>& visit);

/// The threads of a process; empty when it is gone.
std::vector<pid_t> thread_numbers(pid_t pid);

/// CPU time of all threads of a process, ended ones too, to the nanosecond; 0 when it is gone.
std::int64_t process_cpu_ns(pid_t pid);

/// Resident memory in which a page shared by n processes counts as 1/n (Pss); nullopt when it cannot be read.
/// Walks the page tables: expensive.
std::optional<std::int64_t> proportional_resident_bytes(pid_t pid);

/// Whether two processes run in the same memory (vfork, posix_spawn before the exec).
bool share_memory(pid_t one, pid_t other);

/// SIGKILL to every descendant and to every process group in which one was found.
void kill_descendants();

}  // namespace runner
