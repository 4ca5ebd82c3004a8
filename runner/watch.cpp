// Theory of operation
//
// The runner is two processes. The *front* (guard.cpp) is the one that the caller started; it does nothing
// but wait and pass signals on. Its child, the *keeper*, is this file: it launches the program and watches it
// and all its descendants, the *tree*.
//
// Nobody gets away. The keeper is a child subreaper: whoever loses its parent becomes the keeper's child, so
// that all that the program ever starts stays below the keeper, whichever group or session it moves to. "No
// child left" (ECHILD) therefore means that nothing at all is left. The tree is found through
// /proc/<pid>/task/<tid>/children.
//
// Nobody outlives the runner. Killed front: the keeper gets SIGTERM (parent-death signal), kills the tree and
// ends. Killed keeper: the program itself gets SIGKILL in the same way; its descendants do not, which only a
// PID namespace could give.
//
// The keeper sleeps in sigtimedwait(2) until a child ends (SIGCHLD: at once, even for a program of one
// millisecond), until it is told to stop, or until the next sample is due. A sample measures the tree and the
// output files, and is compared with the limits. The run ends when the first process ends or a limit is met;
// then the tree is killed, again and again until it is empty, and everybody is reaped: the kernel's account
// of the dead completes the facts.
//
// Times between two samples are not lost: whatever was used by the end is compared with the limits once more,
// and of two limits passed between the same samples the one that was passed first counts (outcome.cpp).

#include "runner/watch.hpp"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "runner/clock.hpp"
#include "runner/errors.hpp"
#include "runner/guard.hpp"
#include "runner/process_tree.hpp"

namespace runner {
namespace {

constexpr std::int64_t first_sample_ns = 1 * nanoseconds_per_millisecond;
constexpr std::int64_t sample_period_ns = 4 * nanoseconds_per_millisecond;
/// Samples take at most this part of the keeper's time: a large tree is sampled less often.
constexpr std::int64_t sample_share = 20;
constexpr std::int64_t kill_period_ns = 1 * nanoseconds_per_millisecond;
constexpr std::int64_t kill_share = 4;
/// A killed process may be stuck in the kernel, in a driver for instance, but not for so long.
constexpr std::int64_t kill_patience_ns = 60 * nanoseconds_per_second;

std::int64_t size_of(const Descriptor& file) {
  struct stat facts {};
  return fstat(file.number(), &facts) == 0 && S_ISREG(facts.st_mode) ? facts.st_size : 0;
}

/// Sleeps until a child ends, the runner is asked to stop, or `until` comes; the number of the signal that
/// woke it.
int sleep_until(std::int64_t until) {
  const std::int64_t left = std::max<std::int64_t>(until - monotonic_ns(), 0);
  const timespec timeout{left / nanoseconds_per_second, left % nanoseconds_per_second};
  const sigset_t signals = watched_signals();
  return sigtimedwait(&signals, nullptr, &timeout);
}

/// The watch comes before all that it watches, or a fork bomb would outrun it; ordinary priorities do not
/// help, since they count within a session only (sched(7), autogroups). Only root may; otherwise it does what
/// it can.
void go_first() {
  const sched_param lowest{1};
  sched_setscheduler(0, SCHED_RR, &lowest);
}

class Watch {
 public:
  Watch(const Launched& program, const Limits& limits, const Streams& streams)
      : program_(program), limits_(limits), streams_(streams), meter_(program.setup, limits) {}

  void until_end_or_limit();
  void end_all();
  Observation observation();

 private:
  bool reap();
  Usage usage() const;

  const Launched& program_;
  const Limits& limits_;
  const Streams& streams_;
  Meter meter_;
  Ending ending_;
  std::int64_t ended_ns_ = 0;  ///< when the first process was seen to have ended; 0 before
};

/// Reaps all who have ended; false when no child is left.
bool Watch::reap() {
  for (;;) {
    int status = 0;
    rusage account{};
    const pid_t pid = wait4(-1, &status, WNOHANG, &account);
    if (pid == 0) return true;
    if (pid < 0) {
      if (errno == ECHILD) return false;
      throw system_failure("cannot wait for the program");
    }
    meter_.add_ended(account);
    if (pid == program_.pid && ended_ns_ == 0) {
      ended_ns_ = monotonic_ns();
      ending_.wait_status = status;
    }
  }
}

Usage Watch::usage() const {
  Usage usage;
  usage.cpu_ns = meter_.cpu_ns();
  usage.wall_ns = (ended_ns_ != 0 ? ended_ns_ : monotonic_ns()) - program_.started_ns;
  usage.memory_bytes = meter_.peak_memory_bytes();
  usage.output_bytes = std::max(size_of(streams_.out), size_of(streams_.err));
  usage.processes = meter_.most_processes();
  return usage;
}

void Watch::until_end_or_limit() {
  const std::int64_t wall_end =
      limits_.wall_ns ? program_.started_ns + std::min(*limits_.wall_ns, INT64_MAX - program_.started_ns)
                      : INT64_MAX;
  std::int64_t next_sample = program_.started_ns + first_sample_ns;
  for (;;) {
    if (!reap() || ended_ns_ != 0) return;
    const std::int64_t begin = monotonic_ns();
    if (begin >= std::min(next_sample, wall_end)) {
      meter_.sample();
      const Usage now = usage();
      ending_.stopped_by = first_limit_met(ending_.before, now, limits_);
      if (ending_.stopped_by) return;
      ending_.before = now;
      const std::int64_t end = monotonic_ns();
      next_sample = end + std::max(sample_period_ns, (end - begin) * sample_share);
    }
    const int number = sleep_until(std::min(next_sample, wall_end));
    if (number > 0 && number != SIGCHLD) {
      throw Failure(std::string("stopped by ") + strsignal(number) +
                    "; the program was killed, no facts are written");
    }
  }
}

void Watch::end_all() {
  const std::int64_t give_up = monotonic_ns() + kill_patience_ns;
  std::int64_t next_kill = 0;
  while (reap()) {
    const std::int64_t begin = monotonic_ns();
    if (begin > give_up) throw Failure("a killed process of the program does not end");
    if (begin >= next_kill) {
      kill_descendants();
      const std::int64_t end = monotonic_ns();
      next_kill = end + std::max(kill_period_ns, (end - begin) * kill_share);
    }
    sleep_until(next_kill);
  }
}

Observation Watch::observation() {
  ending_.now = usage();
  return {ending_, meter_.final_times(), size_of(streams_.out), size_of(streams_.err)};
}

}  // namespace

void prepare_watch() {
  require_children_files();
  if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) throw system_failure("cannot become a subreaper");
}

Observation watch(const Launched& program, const Limits& limits, const Streams& streams) {
  go_first();
  Watch watch(program, limits, streams);
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
