// Theory of operation
//
// The runner's own part is two processes. The *front* (guard.cpp) is the one that the caller started; it only
// waits and forwards signals. Its child, the *keeper*, is this file: it watches the sandbox (init.cpp) with
// the program and all its descendants in it, the *tree*.
//
// No process escapes. In a PID namespace none can: killing its first process, init, kills all. Where there is
// none, the keeper, a child subreaper, inherits all orphans, finds the tree through
// /proc/<pid>/task/<tid>/children, and kills until none is left (ECHILD).
//
// No process outlives the runner. If the front is killed, the keeper gets SIGTERM (parent-death signal),
// kills the tree and ends. If the keeper is killed, init gets SIGKILL in the same way, and the front removes
// what the keeper leaves behind. If both are killed, the next run does that.
//
// The keeper sleeps until something happens: a report of init, a signal, output to be moved to its file, or
// the time for the next sample of what the tree has used. That time is chosen so that the CPU limit cannot be
// exceeded much before it. Memory and processes are the kernel's to limit, by the control group; without one
// they are sampled, and so is CPU time (measure.hpp). The run ends when the program's first process ends or a
// limit is hit, or when the caller ends it; then the tree is killed, and the accounts of the dead complete the
// facts.
//
// Usage between two samples is not lost: the total at the end is compared with the limits again, and of two
// limits exceeded between the same samples, the first one counts (outcome.cpp).

#include "runner/sandbox/keeper/watch.hpp"

#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/clock.hpp"
#include "base/cores.hpp"
#include "runner/sandbox/keeper/guard.hpp"
#include "runner/sandbox/run/outcome.hpp"
#include "runner/sandbox/run/report.hpp"
#include "runner/sandbox/system/errors.hpp"
#include "runner/sandbox/system/process_tree.hpp"

namespace runner {
namespace {

constexpr std::int64_t shortest_period_ns = 1 * base::nanoseconds_per_millisecond;
constexpr std::int64_t longest_period_ns = 10 * base::nanoseconds_per_millisecond;
constexpr std::int64_t longest_sampling_period_ns = 4 * base::nanoseconds_per_millisecond;
/// Sampling takes at most this part of a core: a large tree is sampled less often. Counted in CPU time, for on a
/// busy machine a short look may take long, and a program would go unwatched for many times as long.
constexpr std::int64_t look_share = 20;
/// A program that writes often and little wakes the keeper at most this often.
constexpr std::int64_t trickle_period_ns = 1 * base::nanoseconds_per_millisecond;
constexpr std::int64_t trickle_bytes = 64 << 10;
constexpr std::int64_t kill_period_ns = 1 * base::nanoseconds_per_millisecond;
constexpr std::int64_t kill_share = 4;
/// A killed process may be stuck in the kernel, in a driver for instance, but not for this long.
constexpr std::int64_t kill_patience_ns = 60 * base::nanoseconds_per_second;

class Watch {
 public:
  Watch(Launched& program, const Options& options, Streams& streams, const Cgroup& cgroup,
        GpuMemory& gpu_memory)
      : program_(program),
        limits_(options.limits),
        streams_(streams),
        cgroup_(cgroup),
        gpu_memory_(gpu_memory),
        meter_({program.setup.user_ns + program.init_cpu_ns, program.setup.system_ns}, options.limits,
               program.init),
        cores_(
            static_cast<std::int64_t>((options.cores.empty() ? base::usable_cores() : options.cores).size())),
        contention_(program.init, program.started_ns, cores_) {
    const sigset_t signals = watched_signals();
    signals_ = base::Descriptor(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
    if (signals_.number() < 0) throw system_failure("cannot wait for signals");
  }

  void until_end_or_limit();
  void end_all();
  Observation observation();

 private:
  bool reap();
  bool has_ended() const { return ended_ns_ != 0; }
  void sleep_until(std::int64_t when);
  void hear_init();
  void heed_signals();
  void move_output();
  bool look();
  std::int64_t wall_end_ns() const;
  CpuTimes since_start(const CpuTimes& counted) const;
  Usage usage() const;
  WorkUse work_use() const;

  Launched& program_;
  const Limits& limits_;
  Streams& streams_;
  const Cgroup& cgroup_;
  GpuMemory& gpu_memory_;
  Meter meter_;
  std::int64_t cores_;
  ContentionMeter contention_;

  base::Descriptor signals_;
  Ending ending_;
  bool has_begun_ = true;       ///< as far as is known, the program has taken over its process
  std::int64_t ended_ns_ = 0;   ///< when the program's first process ended; 0 before
  std::int64_t next_move_ = 0;  ///< output is not moved before
};

/// Reaps all of the keeper's children that have ended; false if no child is left.
bool Watch::reap() {
  for (;;) {
    int status = 0;
    rusage account{};
    const pid_t pid = wait4(-1, &status, WNOHANG, &account);
    if (pid == 0) return true;
    if (pid < 0) {
      if (errno == ECHILD) return false;
      throw system_failure("cannot wait for the sandbox");
    }
    meter_.add_ended(account);
  }
}

WorkUse Watch::work_use() const {
  struct statfs facts {};
  const bool is_limited = program_.isolation.has("private-filesystem");
  if (!is_limited || fstatfs(program_.work_dir.number(), &facts) != 0) return {};
  WorkUse use;
  use.bytes = static_cast<std::int64_t>(facts.f_blocks - facts.f_bfree) * facts.f_bsize;
  use.files = static_cast<std::int64_t>(facts.f_files - facts.f_ffree) - program_.work_files_at_start;
  use.is_full = facts.f_bfree == 0 || facts.f_ffree == 0;
  return use;
}

/// The control group has also counted what the process did before it became the program.
CpuTimes Watch::since_start(const CpuTimes& counted) const {
  const std::int64_t total_ns = std::max<std::int64_t>(counted.total_ns() - program_.setup.total_ns(), 0);
  return cpu_times(total_ns, counted.user_ns - program_.setup.user_ns);
}

Usage Watch::usage() const {
  Usage usage;
  const std::int64_t elapsed_ns = (has_ended() ? ended_ns_ : base::monotonic_ns()) - program_.started_ns;
  usage.waited_ns = std::min(contention_.waited_ns(), elapsed_ns);
  usage.wall_ns = elapsed_ns - usage.waited_ns;
  usage.output_bytes = std::max(streams_.out.bytes(), streams_.err.bytes());
  usage.gpu_memory_bytes = gpu_memory_.peak_bytes().value_or(0);
  if (cgroup_.exists()) {
    const CgroupReading reading = cgroup_.read();
    usage.cpu_ns = since_start(reading.cpu).total_ns();
    usage.memory_bytes = reading.peak_memory_bytes;
    usage.out_of_memory = reading.out_of_memory;
    usage.fork_refused = reading.fork_refused;
  } else {
    usage.cpu_ns = meter_.cpu_ns();
    usage.memory_bytes = meter_.peak_memory_bytes();
    usage.processes = meter_.most_processes();
  }
  usage.work = work_use();
  return usage;
}

/// Sleeps until something happens, or until `when`, and handles the event.
void Watch::sleep_until(std::int64_t when) {
  std::array<pollfd, 5> sources = {{{program_.channel.number(), POLLIN, 0},
                                    {signals_.number(), POLLIN, 0},
                                    {streams_.out.reading_end(), POLLIN, 0},
                                    {streams_.err.reading_end(), POLLIN, 0},
                                    {streams_.end.number(), POLLIN, 0}}};
  const std::int64_t now = base::monotonic_ns();
  if (now < next_move_) {
    when = std::min(when, next_move_);
    sources[2].fd = sources[3].fd = -1;
  }
  const std::int64_t left = std::max<std::int64_t>(when - now, 0);
  const timespec timeout{left / base::nanoseconds_per_second, left % base::nanoseconds_per_second};
  ppoll(sources.data(), sources.size(), &timeout, nullptr);
  if (sources[0].revents != 0) hear_init();
  if (sources[1].revents != 0) heed_signals();
  if ((sources[2].revents | sources[3].revents) != 0) move_output();
  if (sources[4].revents != 0) ending_.ended_by_caller = !has_ended();
}

void Watch::hear_init() {
  const auto received = receive_report(program_.channel.number());
  if (!received) {
    // Only a process allowed to kill any process of this user can have killed it; SIGCHLD announces its end.
    program_.channel = base::Descriptor();
    if (!has_ended()) throw Failure("the sandbox's first process was killed from outside");
    return;
  }
  const Report& report = received->report;
  if (report.kind == Report::Kind::start_failed) program_.start_failure = report.text;
  if (report.kind == Report::Kind::ended) {
    ended_ns_ = report.now_ns;
    ending_.wait_status = report.wait_status;
    has_begun_ = report.has_begun;
  }
}

void Watch::heed_signals() {
  signalfd_siginfo signal{};
  while (read(signals_.number(), &signal, sizeof signal) == sizeof signal) {
    if (signal.ssi_signo == SIGCHLD) continue;
    throw Failure(std::string("stopped by ") + strsignal(static_cast<int>(signal.ssi_signo)) +
                  "; the program was killed, no facts are written");
  }
}

void Watch::move_output() {
  const std::int64_t moved = streams_.out.move_available() + streams_.err.move_available();
  next_move_ = moved < trickle_bytes ? base::monotonic_ns() + trickle_period_ns : 0;
}

/// Compares the usage with the limits; true if one is exceeded.
bool Watch::look() {
  if (!cgroup_.exists()) meter_.sample();
  gpu_memory_.sample();
  Usage now = usage();
  const std::int64_t now_ns = base::monotonic_ns();
  if (contention_.is_due(now_ns) || now_ns >= wall_end_ns()) {
    contention_.sample(now_ns, now.cpu_ns);
    now = usage();
  }
  ending_.stopped_by = first_limit_met(ending_.before, now, limits_);
  if (!ending_.stopped_by) ending_.before = now;
  return ending_.stopped_by.has_value();
}

/// The time that the program waits for a core does not count as its own.
std::int64_t Watch::wall_end_ns() const {
  if (!limits_.wall_ns) return INT64_MAX;
  const std::int64_t so_far = program_.started_ns + contention_.waited_ns();
  return so_far + std::min(*limits_.wall_ns, INT64_MAX - so_far);
}

void Watch::until_end_or_limit() {
  const std::int64_t longest = cgroup_.exists() ? longest_period_ns : longest_sampling_period_ns;
  std::int64_t next_look = program_.started_ns + shortest_period_ns;
  while (!has_ended()) {
    const std::int64_t begin = base::monotonic_ns();
    if (begin >= std::min(next_look, wall_end_ns()) || streams_.out.is_over_limit() ||
        streams_.err.is_over_limit() || ending_.ended_by_caller) {
      const std::int64_t cpu_begin = base::thread_cpu_ns();
      if (look() || ending_.ended_by_caller) return;
      const std::int64_t look_cpu_ns = base::thread_cpu_ns() - cpu_begin;
      const std::int64_t cpu_left = limits_.cpu_ns.value_or(INT64_MAX) - ending_.before.cpu_ns;
      next_look = base::monotonic_ns() + std::max(std::clamp(cpu_left / cores_, shortest_period_ns, longest),
                                                  look_cpu_ns * look_share);
    }
    sleep_until(std::min(next_look, wall_end_ns()));
  }
}

void Watch::end_all() {
  kill(program_.init, SIGKILL);
  const std::int64_t give_up = base::monotonic_ns() + kill_patience_ns;
  std::int64_t next_kill = base::monotonic_ns() + kill_period_ns;
  while (reap()) {
    const std::int64_t begin = base::monotonic_ns();
    if (begin > give_up) throw Failure("a killed process of the program does not end");
    if (begin >= next_kill) {
      kill_descendants();
      const std::int64_t end = base::monotonic_ns();
      next_kill = end + std::max(kill_period_ns, (end - begin) * kill_share);
    }
    const sigset_t child = watched_signals();
    const std::int64_t left = std::max<std::int64_t>(next_kill - base::monotonic_ns(), 0);
    const timespec timeout{left / base::nanoseconds_per_second, left % base::nanoseconds_per_second};
    sigtimedwait(&child, nullptr, &timeout);
  }
  // No process is left that could write more.
  while (streams_.out.move_available() + streams_.err.move_available() > 0) {
  }
}

Observation Watch::observation() {
  gpu_memory_.end(program_.isolation);
  ending_.now = usage();
  if (!has_ended()) ending_.wait_status = SIGKILL;  // by end_all()
  ending_.start_failed = !program_.start_failure.empty();
  if (!has_begun_ && decide_outcome(ending_, limits_) == Outcome::signaled) {
    throw Failure("the process that was to become the program was killed from outside");
  }
  return {ending_,
          cgroup_.exists() ? since_start(cgroup_.read().cpu) : meter_.final_times(),
          streams_.out.bytes(),
          streams_.err.bytes(),
          contention_.at_end(ending_.now.cpu_ns),
          gpu_memory_.peak_bytes()};
}

}  // namespace

void prepare_watch() {
  require_children_files();
  if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) throw system_failure("cannot become a subreaper");
}

Observation watch(Launched& program, const Options& options, Streams& streams, const Cgroup& cgroup,
                  GpuMemory& gpu_memory) {
  Watch watch(program, options, streams, cgroup, gpu_memory);
  try {
    watch.until_end_or_limit();
  } catch (...) {
    watch.end_all();
    throw;
  }
  watch.end_all();
  return watch.observation();
}

}  // namespace runner
