#include "runner/sandbox/keeper/guard.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include "runner/sandbox/isolation/cgroup_places.hpp"
#include "runner/sandbox/isolation/plain_work_dir.hpp"
#include "runner/sandbox/system/errors.hpp"

namespace runner {
namespace {

/// The runner goes before everything that it watches, or a fork bomb would outrun it, and before other
/// programs that keep the cores busy while it makes a sandbox; ordinary priorities do not help, since they
/// count within a session only (sched(7), autogroups). The program does not inherit it (init.cpp). Only root
/// may do this; otherwise the runner does what it can.
void go_first() {
  const sched_param lowest{1};
  sched_setscheduler(0, SCHED_RR, &lowest);
}

/// Removes what a killed keeper could not, as soon as its death has ended the sandbox.
void clean_up_after_keeper() {
  const CgroupPlaces places = find_cgroup_places();
  for (const auto& place : {places.memory, places.cpu, places.processes}) {
    if (!place.empty()) remove_stale_cgroups_in(place, removal_patience_ms);
  }
  remove_stale_plain_work_dirs();
}

/// Waits for the keeper, and passes requests to stop the runner on to it.
int wait_for(pid_t keeper) {
  const sigset_t signals = watched_signals();
  for (;;) {
    int status = 0;
    const pid_t ended = waitpid(keeper, &status, WNOHANG);
    if (ended < 0) throw system_failure("cannot wait for the runner's keeper");
    if (ended == keeper) {
      if (WIFEXITED(status)) return WEXITSTATUS(status);
      clean_up_after_keeper();
      throw Failure(fmt::format("the runner's keeper was killed: {}", strsignal(WTERMSIG(status))));
    }
    const int number = sigwaitinfo(&signals, nullptr);
    if (number > 0 && number != SIGCHLD) kill(keeper, SIGTERM);
  }
}

}  // namespace

sigset_t watched_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT}) sigaddset(&signals, number);
  return signals;
}

void end_with_caller() {
  const pid_t caller = getppid();
  if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0)
    throw system_failure("cannot ask for a signal at the caller's death");
  if (getppid() != caller) throw Failure("the caller ended before the program was started");
}

int guarded(const std::function<int()>& work) {
  signal(SIGCHLD, SIG_DFL);  // a caller that ignores it would pass that on: no child could be waited for
  const sigset_t signals = watched_signals();
  if (sigprocmask(SIG_BLOCK, &signals, nullptr) != 0) throw system_failure("cannot block signals");
  go_first();
  const pid_t front = getpid();
  const pid_t keeper = fork();
  if (keeper < 0) throw system_failure("cannot start a process");
  if (keeper > 0) return wait_for(keeper);
  if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0)
    throw system_failure("cannot ask for a signal at the runner's death");
  // Out of the caller's process group: if all of that is killed, the keeper stays and tidies up.
  if (setsid() < 0) throw system_failure("cannot start a session");
  if (getppid() != front) throw Failure("killed before the program was started");
  return work();
}

}  // namespace runner
