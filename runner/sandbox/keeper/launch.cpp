#include "runner/sandbox/keeper/launch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "runner/sandbox/gpu/gpu_devices.hpp"
#include "runner/sandbox/gpu/gpu_trace_facts.hpp"
#include "runner/sandbox/isolation/namespaces.hpp"
#include "runner/sandbox/isolation/sandbox.hpp"
#include "runner/sandbox/run/report.hpp"
#include "runner/sandbox/system/errors.hpp"
#include "runner/sandbox/system/find_program.hpp"
#include "runner/sandbox/system/process_tree.hpp"

namespace runner {
namespace {

bool is_at_or_below(const std::filesystem::path& path, const std::filesystem::path& folder) {
  const std::filesystem::path inside = path.lexically_relative(folder);
  return !inside.empty() && *inside.begin() != "..";
}

/// A path that cannot be shown or hidden is the caller's mistake, not a lack of isolation.
void require_what_is_asked_for(const Options& options) {
  std::error_code unknown;  // of a path that cannot be followed: it is none of those refused here
  for (const auto& path : options.visible) {
    if (access(path.c_str(), F_OK) != 0)
      throw system_failure("cannot make visible what --visible names: " + path);
    const std::filesystem::path real = std::filesystem::weakly_canonical(path, unknown);
    if (real == "/" || is_at_or_below(real, "/proc")) {
      throw Failure(
          fmt::format("--visible {}: a program has a / and a /proc of its own; name what it reads", path));
    }
  }
  for (const auto& path : options.hidden) {
    const std::filesystem::path real = std::filesystem::weakly_canonical(path, unknown);
    if (real == "/" || real == "/proc" || real == "/usr")
      throw Failure(fmt::format("--hide {}: no program runs without it; name what it must not read", path));
  }
  if (options.gpu) gpu_devices(*options.gpu);
}

/// None if no pipe is named. Opening it does not wait for its writer.
base::Descriptor open_end_pipe(const std::string& path) {
  if (path.empty()) return base::Descriptor();
  base::Descriptor pipe(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (pipe.number() < 0) throw system_failure(fmt::format("cannot open --end-pipe {}", path));
  struct stat facts {};
  if (fstat(pipe.number(), &facts) != 0 || !S_ISFIFO(facts.st_mode))
    throw Failure(fmt::format("--end-pipe {} is not a pipe", path));
  return pipe;
}

/// The sandbox's message if it did not start the program. There is none if the kernel killed it.
std::string why_nothing_started(const std::optional<ReceivedReport>& first, const Limits& limits) {
  if (first && first->report.kind != Report::Kind::ended) return first->report.text;
  const std::string what = "the sandbox ended before the program could start";
  return limits.memory_bytes ? fmt::format("{}: --memory-limit-bytes {} may be too little for any program",
                                           what, *limits.memory_bytes)
                             : what;
}

}  // namespace

Streams open_streams(const Options& options) {
  base::Descriptor in(open(options.stdin_file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (in.number() < 0) throw system_failure(fmt::format("cannot open --stdin {}", options.stdin_file));
  struct stat facts {};
  if (fstat(in.number(), &facts) == 0 && S_ISDIR(facts.st_mode))
    throw Failure(fmt::format("cannot open --stdin {}: Is a directory", options.stdin_file));
  return {std::move(in),
          options.stdout_is_direct ? OutputPipe::direct(options.stdout_file)
                                   : OutputPipe("--stdout", options.stdout_file, options.limits.output_bytes),
          OutputPipe("--stderr", options.stderr_file, options.limits.output_bytes),
          open_end_pipe(options.end_pipe)};
}

Launched launch(const Options& options, Streams& streams, const Cgroup& cgroup, Isolation isolation) {
  Launched launched;
  const auto path = find_program(options.command.front());
  launched.start_failure = path
                               ? explain_unusable_program(*path)
                               : fmt::format("cannot start '{}': not found in PATH", options.command.front());
  if (!launched.start_failure.empty()) {
    launched.isolation = std::move(isolation);
    return launched;
  }

  require_what_is_asked_for(options);
  auto [keepers_end, inits_end] = open_report_channel();
  const Identity identity = identity_for_run();
  Sandbox sandbox{options,
                  cgroup,
                  *path,
                  getpid(),
                  identity,
                  std::move(isolation),
                  std::move(streams.in),
                  streams.out.take_writing_end(identity.user, identity.group),
                  streams.err.take_writing_end(identity.user, identity.group),
                  std::move(inits_end),
                  base::Descriptor(),
                  options.gpu && options.gpu_trace ? gpu_trace_libraries() : std::vector<std::string>(),
                  base::Descriptor()};
  const NamespacedProcess init = fork_into_namespaces(sandbox.isolation);
  if (init.pid == 0) {
    keepers_end = base::Descriptor();
    sandbox.in_user_namespace = (init.flags & CLONE_NEWUSER) != 0;
    sandbox.in_pid_namespace = (init.flags & CLONE_NEWPID) != 0;
    be_init(sandbox, init.flags);
  }
  sandbox.channel = base::Descriptor();
  cgroup.remove_stale();  // while the sandbox is being built

  launched.init = init.pid;
  auto first = receive_report(keepers_end.number());
  if (first && first->report.kind == Report::Kind::made) {
    launched.work_dir = std::move(first->descriptors[0]);
    launched.gpu_trace = std::move(first->descriptors[1]);
    first = receive_report(keepers_end.number());
  }
  if (!first || first->report.kind != Report::Kind::starting) {
    kill(init.pid, SIGKILL);
    waitpid(init.pid, nullptr, 0);
    throw Failure(why_nothing_started(first, options.limits));
  }
  launched.started_ns = first->report.now_ns;
  launched.setup = first->report.used;
  launched.init_cpu_ns = process_cpu_ns(init.pid);
  launched.isolation = isolation_from_json_text(first->report.text);
  launched.work_files_at_start = first->report.work_files;
  launched.channel = std::move(keepers_end);
  return launched;
}

}  // namespace runner
