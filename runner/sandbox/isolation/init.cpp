// Theory of operation
//
//   front  ---- keeper ---- init ---- program ---- whatever it starts
//   (guard.cpp) (watch.cpp) (here)    (become_program.cpp)
//
// The keeper makes the control group and the namespaces, and in them this process. As process 1 of the PID
// namespace it inherits every orphan, no signal from inside can hurt it, and when it dies the kernel kills
// all others: to end a run, the keeper kills one process. It stays outside of the program's control group, so
// that nothing of ours is counted as the program's.
//
// The sandbox is built from the outside in, one setup_...() a concern:
//   1 keeper   control group (cgroup.cpp), namespaces (namespaces.cpp)
//   2 init     user map of an ordinary user's sandbox, host name, file system (mount_tree.cpp)
//   3 program  session, streams, control group, cores, limits, user, capabilities, descriptors, seccomp
// Step 3 is the program's own process: what it gives up, it cannot take back. Whatever is unavailable is
// written to the record of isolation; that travels with the forks, and the program's process sends it to the
// keeper just before exec(2), or refuses to continue if the caller requires all of it.
//
// The runner may be started by root or by an ordinary user. Root has rights over the new namespaces by
// itself; the user namespace comes last and holds the program alone, under its own user number. An ordinary
// user gets these rights from a user namespace around all the others, and has only one user number: there
// init, the program and the caller are the same user to the kernel. The PID namespace, seccomp and the fact
// that init is undumpable keep them apart.

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "runner/gpu_trace/trace_layout.hpp"
#include "runner/sandbox/gpu/gpu_devices.hpp"
#include "runner/sandbox/isolation/mount_tree.hpp"
#include "runner/sandbox/isolation/namespaces.hpp"
#include "runner/sandbox/isolation/plain_work_dir.hpp"
#include "runner/sandbox/isolation/sandbox.hpp"
#include "runner/sandbox/run/report.hpp"
#include "runner/sandbox/system/errors.hpp"
#include "runner/sandbox/system/process_tree.hpp"

namespace runner {
namespace {

/// The keeper's death ends init, and everything with it. If the keeper died before this call, the first
/// report fails, and init ends.
void setup_parent_death() {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
    throw system_failure("cannot ask for a signal at the keeper's death");
}

/// Modes are exactly as requested here, for the sandbox's files as for the program's own.
void setup_file_modes() {
  umask(022);
}

void setup_user_map(const Sandbox& sandbox) {
  if (sandbox.in_user_namespace) map_to_single_user(sandbox.identity.user, sandbox.identity.group);
}

void setup_host_name(std::uint64_t namespaces) {
  constexpr std::string_view name = "sandbox";
  if ((namespaces & CLONE_NEWUTS) != 0 && sethostname(name.data(), name.size()) != 0) {
    throw system_failure("cannot set the host name");
  }
}

/// The keeper has opened the input for itself; the program gets a view through which even its owner cannot
/// write.
void setup_input(Sandbox& sandbox) {
  struct stat facts {};
  if (fstat(sandbox.in.number(), &facts) != 0 || !S_ISREG(facts.st_mode)) return;
  try {
    sandbox.in = open_read_only_view(sandbox.options.stdin_file);
    sandbox.isolation.add("read-only-input");
  } catch (const Failure& failure) {
    sandbox.isolation.lack("read-only-input", failure.what());
  }
}

MountPlan mount_plan(const Sandbox& sandbox) {
  const Options& options = sandbox.options;
  MountPlan plan;
  plan.visible = options.visible;
  plan.visible.push_back(sandbox.program_path);
  plan.hidden = options.hidden;
  if (options.gpu) plan.devices = gpu_devices(*options.gpu);
  plan.whole_proc = options.gpu.has_value();
  if (!sandbox.gpu_trace_libraries.empty()) {
    plan.visible.insert(plan.visible.end(), sandbox.gpu_trace_libraries.begin(),
                        sandbox.gpu_trace_libraries.end());
    plan.gpu_trace_bytes = sizeof(gpu_trace::Trace);
  }
  plan.own_pid_namespace = sandbox.in_pid_namespace;
  plan.user = sandbox.in_user_namespace ? inside_user : sandbox.identity.user;
  plan.group = sandbox.in_user_namespace ? inside_user : sandbox.identity.group;
  plan.work_bytes = options.limits.work_bytes;
  plan.work_files = options.limits.work_files;
  return plan;
}

void setup_file_system(Sandbox& sandbox, std::uint64_t namespaces) {
  if ((namespaces & CLONE_NEWNS) != 0) {
    setup_input(sandbox);
    try {
      std::string missing_proc;
      PrivateTree tree = enter_private_tree(mount_plan(sandbox), missing_proc);
      sandbox.work_dir = std::move(tree.work);
      sandbox.gpu_trace = std::move(tree.gpu_trace);
      struct statfs facts {};
      if (fstatfs(sandbox.work_dir.number(), &facts) == 0) {
        sandbox.work_files_at_start = static_cast<std::int64_t>(facts.f_files - facts.f_ffree);
      }
      sandbox.isolation.add("private-filesystem");
      if (missing_proc.empty()) {
        sandbox.isolation.add("private-proc");
      } else {
        sandbox.isolation.lack("private-proc", missing_proc);
      }
      return;
    } catch (const UnmetLimit&) {
      throw;
    } catch (const Failure& failure) {
      sandbox.isolation.lack("private-filesystem", failure.what());
      sandbox.isolation.lack("private-proc", failure.what());
    }
  } else {
    for (const char* name : {"read-only-input", "private-filesystem", "private-proc"}) {
      sandbox.isolation.lack(name, "there is no mount namespace");
    }
  }
  sandbox.work_dir = make_plain_work_dir(sandbox.keeper, sandbox.identity);
}

/// The keeper's priority (guard.cpp) is not for the program.
void setup_scheduling() {
  if (sched_getscheduler(0) != SCHED_RR) return;
  const sched_param lowest{1};
  if (sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &lowest) != 0) {
    throw system_failure("cannot keep the runner's priority from the program");
  }
}

/// The status as waitpid(2) has it.
int wait_status(const siginfo_t& ended) {
  if (ended.si_code == CLD_EXITED) return W_EXITCODE(ended.si_status, 0);
  return W_EXITCODE(0, ended.si_status) | (ended.si_code == CLD_DUMPED ? WCOREFLAG : 0);
}

/// Whether this child has ended; it stays to be reaped.
bool has_ended(pid_t child, siginfo_t& ended) {
  ended.si_pid = 0;
  return waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ended.si_pid == child;
}

/// Whether the process, which has ended and is still to be reaped, had become the program. Where the sandbox has no
/// /proc of its own, that is not known, and assumed.
bool had_begun(const Sandbox& sandbox, pid_t program) {
  if (sandbox.in_pid_namespace && !sandbox.isolation.has("private-proc")) return true;
  const auto state = read_process_stat(program);
  return !state || state->has_executed;
}

/// Reaping removes the process from /proc, where the kernel spins until any other thread that removes parts
/// of it, such as one that ends, has finished. With the runner's priority it would keep that thread from its
/// core for a second, after which the kernel interrupts such priorities.
void reap(pid_t child) {
  const int policy = sched_getscheduler(0);
  const bool goes_first = policy == (SCHED_RR | SCHED_RESET_ON_FORK);
  const sched_param none{0}, lowest{1};
  if (goes_first) sched_setscheduler(0, SCHED_OTHER, &none);
  waitpid(child, nullptr, 0);
  if (goes_first) sched_setscheduler(0, policy, &lowest);
}

/// Reaps all orphans until it is killed; reports the end of the program itself.
[[noreturn]] void reap_until_killed(const Sandbox& sandbox, pid_t program) {
  bool is_reported = false;
  for (;;) {
    siginfo_t any{};
    if (waitid(P_ALL, 0, &any, WEXITED | WNOWAIT) != 0) {
      if (errno == ECHILD) pause();
      continue;
    }
    siginfo_t ended{};
    if (!is_reported && has_ended(program, ended)) {
      Report report;
      report.kind = Report::Kind::ended;
      report.wait_status = wait_status(ended);
      report.has_begun = !WIFSIGNALED(report.wait_status) || had_begun(sandbox, program);
      send_report(sandbox.channel.number(), report);
      is_reported = true;
    }
    reap(any.si_pid);
  }
}

}  // namespace

void be_init(Sandbox& sandbox, std::uint64_t namespaces) {
  try {
    setup_parent_death();
    setup_file_modes();
    setup_user_map(sandbox);
    setup_host_name(namespaces);
    setup_file_system(sandbox, namespaces);
    setup_scheduling();
    const pid_t program = sandbox.cgroup.fork_into();
    if (program < 0) throw system_failure("cannot start a process");
    if (program == 0) become_program(sandbox);
    for (base::Descriptor* stream : {&sandbox.in, &sandbox.out, &sandbox.err}) *stream = base::Descriptor();
    if (prctl(PR_SET_DUMPABLE, 0) != 0) throw system_failure("cannot protect the sandbox's first process");
    reap_until_killed(sandbox, program);
  } catch (const Failure& failure) {
    Report report;
    report.kind = Report::Kind::setup_failed;
    report.text = failure.what();
    try {
      send_report(sandbox.channel.number(), report);
    } catch (const Failure&) {  // the keeper is gone
    }
    _exit(2);
  }
}

}  // namespace runner
