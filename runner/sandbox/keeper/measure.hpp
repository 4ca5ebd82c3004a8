#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <cstdint>
#include <unordered_map>

#include "runner/sandbox/run/limits.hpp"
#include "runner/sandbox/system/cpu_times.hpp"

namespace runner {

/// Used without a control group: adds up what the program and all its descendants use: from samples of those
/// alive, and exactly from the kernel's account (rusage) of those that have ended.
///
/// Memory is resident memory, not address space: RLIMIT_AS would bound the latter, but a CUDA context
/// reserves far more addresses than any machine has memory, so that every CUDA program would fail. A
/// process's own peak is exact (ru_maxrss); the peak of several together is the largest sum sampled, and a
/// page that they share counts for each of them until that sum would exceed the limit: only then is the
/// expensive exact sum taken.
class Meter {
 public:
  /// `setup`: what the sandbox used before the program took over. `init`: its first process, of which nothing
  /// is the program's.
  Meter(CpuTimes setup, const Limits& limits, pid_t init) : setup_(setup), limits_(limits), init_(init) {}

  /// Takes the account of a process that this one has waited
  /// for: its own and that of those it had waited for.
  void add_ended(const rusage& usage);

  /// Samples all living descendants, or just enough of them to exceed the process limit.
  void sample();

  std::int64_t cpu_ns() const { return cpu_ns_; }
  std::int64_t peak_memory_bytes() const { return peak_memory_bytes_; }
  std::int64_t most_processes() const { return most_processes_; }

  /// CPU time of all processes that have ended, user and system apart. What only the samples saw (children of
  /// a process that ignores SIGCHLD enter no account) is reported as user time.
  CpuTimes final_times() const;

 private:
  struct LastSeen {
    std::uint64_t started;
    std::int64_t cpu_ns;
  };

  void remember(pid_t pid, std::uint64_t started, std::int64_t cpu_ns);
  void raise_cpu(std::int64_t in_accounts);

  CpuTimes setup_;
  Limits limits_;
  pid_t init_;
  CpuTimes ended_;
  std::int64_t cpu_ns_ = 0;
  std::int64_t peak_memory_bytes_ = 0;
  std::int64_t most_processes_ = 0;
  std::unordered_map<pid_t, LastSeen> last_seen_;
  std::int64_t seen_cpu_ns_ = 0;  ///< the sum of what every process ever sampled had used when last seen
};

}  // namespace runner
