#include "runner/launch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <string_view>

#include "runner/errors.hpp"
#include "runner/find_program.hpp"

namespace runner {
namespace {

/// All that the set-up steps need to know.
struct Plan {
  const Options& options;
  const Streams& streams;
  pid_t runner;
};

/// A session, and with it a process group, of its own: no controlling terminal, and whatever signals the
/// program sends to its group stay in it.
void setup_session(const Plan&) {
  if (setsid() < 0) throw system_failure("cannot start a session");
}

void setup_parent_death(const Plan& plan) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
    throw system_failure("cannot ask for a signal at the runner's death");
  if (getppid() != plan.runner) _exit(2);  // it died before that
}

/// Ignored signals and blocked ones outlive an exec; a Python parent, for one, ignores SIGPIPE.
void setup_signals(const Plan&) {
  for (int number = 1; number < NSIG; ++number) std::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  if (sigprocmask(SIG_SETMASK, &none, nullptr) != 0) throw system_failure("cannot unblock signals");
}

void setup_streams(const Plan& plan) {
  // The files' own descriptors lie above 2, see main(): none is overwritten before its turn.
  const std::array<int, 3> files = {plan.streams.in.number(), plan.streams.out.number(),
                                    plan.streams.err.number()};
  for (int target = 0; target < 3; ++target) {
    if (dup2(files[static_cast<std::size_t>(target)], target) < 0) {
      throw system_failure("cannot set up the standard streams");
    }
  }
}

void setup_work_dir(const Plan& plan) {
  const auto& folder = plan.options.work_dir;
  if (!folder.empty() && chdir(folder.c_str()) != 0)
    throw system_failure("cannot enter --work-dir " + folder);
}

/// At the exec, so that the report of its failure can still pass.
void setup_descriptors(const Plan&) {
  if (close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) != 0) throw system_failure("cannot close descriptors");
}

void setup_cores(const Plan& plan) {
  const auto& cores = plan.options.cores;
  if (cores.empty()) return;
  cpu_set_t wanted, obtained;
  CPU_ZERO(&wanted);
  for (const int core : cores) CPU_SET(static_cast<unsigned>(core), &wanted);
  const std::string what = fmt::format("cannot pin to --cores {}", fmt::join(cores, ","));
  if (sched_setaffinity(0, sizeof wanted, &wanted) != 0) throw system_failure(what);
  if (sched_getaffinity(0, sizeof obtained, &obtained) != 0) throw system_failure(what);
  if (!CPU_EQUAL(&wanted, &obtained)) throw Failure(what + ": not all of them may be used here");
}

/// No set-user-ID program may lend rights; one would also lose the signal at the runner's death.
void setup_privileges(const Plan&) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) throw system_failure("cannot give up new privileges");
}

void set_rlimit(__rlimit_resource resource, rlim_t wanted, const char* what) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0) throw system_failure(what);
  limit.rlim_cur = limit.rlim_max = std::min(limit.rlim_max, wanted);
  if (setrlimit(resource, &limit) != 0) throw system_failure(what);
}

void setup_rlimits(const Plan& plan) {
  const Limits& limits = plan.options.limits;
  set_rlimit(RLIMIT_CORE, 0, "cannot forbid core files");
  set_rlimit(RLIMIT_STACK, RLIM_INFINITY, "cannot lift the stack's limit");  // as contests do
  if (limits.cpu_ns) {
    // A backstop for a runner that gets no CPU itself: the watch is a second earlier, and counts all
    // processes.
    const auto seconds = (*limits.cpu_ns + nanoseconds_per_second - 1) / nanoseconds_per_second + 1;
    set_rlimit(RLIMIT_CPU, static_cast<rlim_t>(seconds), "cannot limit the CPU time");
  }
  if (limits.output_bytes) {
    // One byte more than allowed: a file of that size tells who wrote too much from who wrote just enough.
    set_rlimit(RLIMIT_FSIZE, static_cast<rlim_t>(*limits.output_bytes) + 1, "cannot limit the output");
  }
}

struct SetupStep {
  void (*run)(const Plan&);
  std::string_view isolation;  ///< its name in the facts; empty when it isolates nothing
};

/// Adding a step: its function above and a row here, in the order of execution.
constexpr std::array<SetupStep, 9> setup_steps = {{
    {setup_session, "process-group"},
    {setup_parent_death, "parent-death-signal"},
    {setup_signals, {}},
    {setup_streams, {}},
    {setup_work_dir, {}},
    {setup_descriptors, "closed-descriptors"},
    {setup_cores, {}},
    {setup_privileges, "no-new-privileges"},
    {setup_rlimits, "rlimits"},
}};

/// What the new process tells the runner, over a pipe that the exec closes: it is about to become the
/// program, and, when it is still there to say so, that something failed.
struct Report {
  enum class Kind { starting, setup_failed, exec_failed } kind;
  std::int64_t now_ns;
  CpuTimes used;
  std::array<char, 512> text;  ///< shorter than PIPE_BUF: written at one blow
};

void send(int pipe, Report::Kind kind, const std::string& text = {}) {
  Report report{};
  report.kind = kind;
  text.copy(report.text.data(), report.text.size() - 1);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  report.used = cpu_times(usage);
  report.now_ns = monotonic_ns();
  if (write(pipe, &report, sizeof report) != sizeof report) _exit(2);
}

/// The life of the new process until the program takes over.
[[noreturn]] void become_program(const Plan& plan, const std::string& path, int pipe) {
  std::vector<char*> arguments;
  for (const auto& word : plan.options.command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  try {
    for (const auto& step : setup_steps) step.run(plan);
  } catch (const Failure& failure) {
    send(pipe, Report::Kind::setup_failed, failure.what());
    _exit(2);
  }
  send(pipe, Report::Kind::starting);
  execv(path.c_str(), arguments.data());
  send(pipe, Report::Kind::exec_failed, explain_exec_failure(path, errno));
  _exit(2);
}

Descriptor open_file(const std::string& option, const std::string& path, int flags) {
  Descriptor file(open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY, 0666));
  if (file.number() < 0) throw system_failure(fmt::format("cannot open {} {}", option, path));
  return file;
}

}  // namespace

Streams open_streams(const Options& options) {
  return {open_file("--stdin", options.stdin_file, O_RDONLY),
          open_file("--stdout", options.stdout_file, O_WRONLY | O_CREAT | O_TRUNC),
          open_file("--stderr", options.stderr_file, O_WRONLY | O_CREAT | O_TRUNC)};
}

Launched launch(const Options& options, const Streams& streams) {
  Launched launched;
  const auto path = find_program(options.command.front());
  if (!path) {
    launched.start_failure = fmt::format("cannot start '{}': not found in PATH", options.command.front());
    return launched;
  }
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw system_failure("cannot make a pipe");
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);

  const Plan plan{options, streams, getpid()};
  launched.pid = fork();
  if (launched.pid < 0) throw system_failure("cannot start a process");
  if (launched.pid == 0) become_program(plan, *path, writing.number());
  writing = Descriptor();

  bool started = false;
  for (Report report{}; read(reading.number(), &report, sizeof report) == sizeof report;) {
    if (report.kind == Report::Kind::setup_failed) throw Failure(report.text.data());
    if (report.kind == Report::Kind::exec_failed) launched.start_failure = report.text.data();
    if (report.kind == Report::Kind::starting) {
      started = true;
      launched.started_ns = report.now_ns;
      launched.setup = report.used;
    }
  }
  if (!launched.start_failure.empty()) waitpid(launched.pid, nullptr, 0);
  if (!started) throw Failure("the program's process ended before the program could start");
  return launched;
}

std::vector<std::string> isolation_by_launch() {
  std::vector<std::string> names;
  for (const auto& step : setup_steps) {
    if (!step.isolation.empty()) names.emplace_back(step.isolation);
  }
  return names;
}

}  // namespace runner
