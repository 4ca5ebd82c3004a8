// The last steps of the sandbox, in the program's own process; init.cpp explains how it all works together.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

#include "base/cores.hpp"
#include "runner/gpu_trace/trace_layout.hpp"
#include "runner/sandbox/gpu/gpu_devices.hpp"
#include "runner/sandbox/isolation/mount_tree.hpp"
#include "runner/sandbox/isolation/rlimits.hpp"
#include "runner/sandbox/isolation/sandbox.hpp"
#include "runner/sandbox/isolation/seccomp_filter.hpp"
#include "runner/sandbox/run/report.hpp"
#include "runner/sandbox/system/errors.hpp"
#include "runner/sandbox/system/find_program.hpp"

namespace runner {
namespace {

/// A session, and with it a process group, of its own: no controlling terminal, and whatever signals the
/// program sends to its group stay in it.
void setup_session(Sandbox& sandbox) {
  if (setsid() < 0) throw system_failure("cannot start a session");
  sandbox.isolation.add("own-session");
}

/// Ignored and blocked signals survive an exec; a Python parent, for one, ignores SIGPIPE.
void setup_signals(Sandbox&) {
  for (int number = 1; number < NSIG; ++number) std::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  if (sigprocmask(SIG_SETMASK, &none, nullptr) != 0) throw system_failure("cannot unblock signals");
}

void setup_streams(Sandbox& sandbox) {
  // The streams' own descriptors lie above 2, see main(): none is overwritten before its turn.
  const std::array<int, 3> sources = {sandbox.in.number(), sandbox.out.number(), sandbox.err.number()};
  for (int target = 0; target < 3; ++target) {
    if (dup2(sources[static_cast<std::size_t>(target)], target) < 0) {
      throw system_failure("cannot set up the standard streams");
    }
  }
}

void setup_work_dir(Sandbox& sandbox) {
  // Through its path where it has one: the folder's descriptor belongs to the mount under /run.
  if (chdir(work_folder) != 0 && fchdir(sandbox.work_dir.number()) != 0) {
    throw system_failure("cannot enter the work directory");
  }
}

void setup_cgroup_namespace(Sandbox& sandbox) {
  // The process was created in its control group, which becomes the root of all control groups that the
  // program can see.
  if (unshare(CLONE_NEWCGROUP) == 0) {
    sandbox.isolation.add("cgroup-namespace");
  } else {
    sandbox.isolation.lack("cgroup-namespace",
                           fmt::format("unshare: {}", std::generic_category().message(errno)));
  }
}

void setup_cores(Sandbox& sandbox) {
  const auto& cores = sandbox.options.cores;
  if (cores.empty()) return;
  const std::string what = fmt::format("cannot pin to --cores {}", fmt::join(cores, ","));
  try {
    base::pin_to(cores);
  } catch (const std::system_error& error) {  // none of them is there, says the kernel by EINVAL
    if (error.code().value() != EINVAL) throw Failure(fmt::format("{}: {}", what, error.code().message()));
  }
  if (base::usable_cores() != cores) throw Failure(what + ": not all of them may be used here");
}

void setup_limits(Sandbox& sandbox) {
  setup_rlimits(sandbox.options.limits);
  sandbox.isolation.add("rlimits");
  sandbox.isolation.add("no-core-dumps");
}

void setup_credentials(Sandbox& sandbox) {
  setup_user(sandbox.identity, sandbox.isolation);
  setup_user_namespace(sandbox.identity, sandbox.in_user_namespace, sandbox.isolation);
  setup_capabilities(sandbox.isolation);
}

/// The files that the program should see belong to the caller, who may have made them unreadable for other
/// users: that would be reported as the program's own failure to read them.
void check_visible(Sandbox& sandbox) {
  for (const auto& path : sandbox.options.visible) {
    struct stat facts {};
    if (stat(path.c_str(), &facts) != 0) continue;  // e.g. below a hidden folder
    if (access(path.c_str(), S_ISDIR(facts.st_mode) ? R_OK | X_OK : R_OK) != 0) {
      throw Failure(fmt::format(
          "--visible {}: its mode {:04o} keeps it from user {}, as whom the program runs: chmod -R a+rX",
          path, facts.st_mode & 07777, geteuid()));
    }
  }
}

/// Called after the change of user, which cancels it.
void setup_parent_death(Sandbox& sandbox) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) throw system_failure("cannot ask for a signal at init's death");
  sandbox.isolation.add("parent-death-signal");
}

/// No set-user-ID program may grant privileges.
void setup_privileges(Sandbox& sandbox) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) throw system_failure("cannot give up new privileges");
  sandbox.isolation.add("no-new-privileges");
}

/// Makes descriptors close at the exec, so that a failure of it can still be reported.
void setup_descriptors(Sandbox& sandbox) {
  if (close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) != 0) throw system_failure("cannot close descriptors");
  sandbox.isolation.add("closed-descriptors");
}

void setup_filter(Sandbox& sandbox) {
  setup_seccomp(!sandbox.options.cores.empty(), sandbox.isolation);
}

/// Adding a step: its function above and its name here, in the order of execution.
constexpr std::array setup_steps = {
    setup_session,    setup_signals,     setup_streams,     setup_work_dir, setup_cgroup_namespace,
    setup_cores,      setup_limits,      setup_credentials, check_visible,  setup_parent_death,
    setup_privileges, setup_descriptors, setup_filter,
};

/// A GPU adds a path for the loader, and what the driver loads to keep the trace.
std::vector<std::string> clean_environment(const Sandbox& sandbox) {
  const Options& options = sandbox.options;
  std::vector<std::string> variables = {"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8",
                                        fmt::format("HOME={}", work_folder)};
  if (options.gpu) variables.push_back("LD_LIBRARY_PATH=" + gpu_library_path());
  if (sandbox.gpu_trace.number() >= 0) {
    variables.push_back("CUDA_INJECTION64_PATH=" + sandbox.gpu_trace_libraries.front());
    variables.push_back(fmt::format("{}={}", gpu_trace::file_variable, gpu_trace_file));
  }
  variables.insert(variables.end(), options.environment.begin(), options.environment.end());
  return variables;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (auto& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

void report(const Sandbox& sandbox, Report::Kind kind, std::string text) {
  Report message;
  message.kind = kind;
  message.text = std::move(text);
  message.work_files = sandbox.work_files_at_start;
  if (kind == Report::Kind::made) {
    send_report(sandbox.channel.number(), message, {sandbox.work_dir.number(), sandbox.gpu_trace.number()});
  } else {
    send_report(sandbox.channel.number(), message);
  }
}

void start(Sandbox& sandbox) {
  std::vector<std::string> command = sandbox.options.command;
  std::vector<std::string> environment = clean_environment(sandbox);
  const auto arguments = pointers(command);
  const auto variables = pointers(environment);
  // Before the program's limits: the kernel bounds what all processes of a user have under way by the sender's limit on
  // open files, and another program of this user may keep its own share of it occupied.
  report(sandbox, Report::Kind::made, "");
  for (const auto step : setup_steps) step(sandbox);
  sandbox.isolation.add("clean-environment");
  if (sandbox.options.require_isolation && !sandbox.isolation.missing.empty()) {
    throw Failure("--require-isolation: missing here: " + sandbox.isolation.describe_missing());
  }
  report(sandbox, Report::Kind::starting, to_json_text(sandbox.isolation));
  execve(sandbox.program_path.c_str(), arguments.data(), variables.data());
  report(sandbox, Report::Kind::start_failed, explain_exec_failure(sandbox.program_path, errno));
}

}  // namespace

void become_program(Sandbox& sandbox) {
  try {
    start(sandbox);
  } catch (const Failure& failure) {
    try {
      report(sandbox, Report::Kind::setup_failed, failure.what());
    } catch (const Failure&) {  // the keeper is gone
    }
  }
  _exit(2);
}

}  // namespace runner
