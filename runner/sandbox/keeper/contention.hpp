#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace runner {

/// What the program lost to others on this machine, and what they did during the run.
struct Contention {
  /// Time in which it was ready to run and had no core; nullopt
  /// if the kernel does not report it (/proc/<pid>/schedstat).
  std::optional<std::int64_t> waited_ns = 0;
  /// Time that a hypervisor took from this machine's cores, all of them together; nullopt for a run that was
  /// over before it was first sampled.
  std::optional<std::int64_t> stolen_ns;
  /// CPU time of all other processes on this machine, including the runner; nullopt as above.
  std::optional<std::int64_t> others_cpu_ns;
};

/// The cores' times of all processes since the start of the machine, in whole clock ticks.
struct MachineTimes {
  std::int64_t busy_ns = 0;
  std::int64_t stolen_ns = 0;
};

/// The times from the text of /proc/stat, see proc_stat(5); nullopt when it is not of that form.
std::optional<MachineTimes> parse_machine_times(std::string_view text);

/// The times that a thread has run, and waited for a core.
struct RunTimes {
  std::int64_t ran_ns = 0;
  std::int64_t waited_ns = 0;  ///< up to when it last ran
  std::int64_t ahead_ns = 0;   ///< part of the current wait that is counted already
};

/// The times from the text of /proc/<pid>/task/<tid>/schedstat; nullopt when it is not of that form.
std::optional<RunTimes> parse_run_times(std::string_view text);

/// Whether a thread runs or is ready to, by the text of its stat, see proc_pid_stat(5).
bool is_ready(std::string_view stat);

/// The part of the waits of threads that counts.
///
/// Threads of one program also wait for each other, which is the program's own doing: no more counts than the
/// time in which its cores did not work for it. A wait is reported when it is over, perhaps in a later
/// interval than it began in. So such time is kept for as long as a thread is ready at the end of each
/// interval.
class CountedWaits {
 public:
  /// The contention of an interval: the time in which the cores did not work for the program, how much more
  /// its threads have waited, by the kernel's reports, and whether one of them is ready at the end.
  std::int64_t count(std::int64_t without_it_ns, std::int64_t told_ns, bool is_one_ready);

 private:
  std::int64_t untold_ns_ = 0;
};

/// Adds up the time that the program and its descendants wait for a core.
///
/// The kernel counts for each thread how long it was ready and did not run. Threads that start and end
/// between two samples are missed.
class ContentionMeter {
 public:
  /// `init` is the sandbox's first process, of which nothing is the program's; `cores` those that it may use.
  ContentionMeter(pid_t init, std::int64_t started_ns, std::int64_t cores)
      : init_(init), cores_(cores), last_ns_(started_ns) {}

  /// Whether it is time for another sample: visiting each thread of a tree takes a while.
  bool is_due(std::int64_t now_ns) const;

  /// Samples all living descendants. `cpu_ns`: what the program has used so far.
  void sample(std::int64_t now_ns, std::int64_t cpu_ns);

  /// The contention of the run up to its end, at which it had used `cpu_ns`.
  Contention at_end(std::int64_t cpu_ns) const;

  std::int64_t waited_ns() const { return waited_ns_; }

 private:
  pid_t init_;
  std::int64_t cores_;
  std::int64_t last_ns_;
  std::int64_t last_cpu_ns_ = 0;
  std::int64_t waited_ns_ = 0;
  CountedWaits counted_;
  bool is_known_ = true;
  std::unordered_map<pid_t, RunTimes> threads_;  ///< at the last look
  std::optional<MachineTimes> machine_at_first_look_;
  std::int64_t cpu_at_first_look_ns_ = 0;
};

}  // namespace runner
