// The cost of a fully isolated run of /bin/true over a plain fork and exec, compared with bubblewrap with the
// same namespaces, and the cost of its parts. All rows take turns, so that a disturbance affects all alike;
// the ratios are what can be compared.
//
//   build/benchmarks/runner-overhead [ROUNDS]
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "runner/sandbox/isolation/cgroup.hpp"
#include "runner/sandbox/isolation/mount_tree.hpp"
#include "runner/sandbox/isolation/namespaces.hpp"
#include "runner/sandbox/isolation/seccomp_filter.hpp"

namespace {

constexpr int default_rounds = 200;
constexpr const char* program = "/bin/true";

struct Row {
  const char* name;
  std::function<bool()> run;  ///< false when it failed
  std::vector<double> milliseconds;
  bool works = true;
};

/// Waits for a child; true when it exited with 0.
bool succeeds(pid_t child) {
  int status = -1;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

/// A plain fork and exec.
bool execute(const std::vector<const char*>& command) {
  std::vector<const char*> words = command;
  words.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    execvp(words.front(), const_cast<char**>(words.data()));
    _exit(127);
  }
  return succeeds(child);
}

/// A child of this process that does one step of the runner's, and ends.
template <class Step>
bool in_child(Step step) {
  const pid_t child = fork();
  if (child == 0) {
    try {
      step();
      _exit(0);
    } catch (const std::exception&) {
      _exit(1);
    }
  }
  return succeeds(child);
}

bool make_cgroup() {
  runner::Isolation isolation;
  return runner::Cgroup({}, isolation).exists();
}

/// `then` runs in a child that has namespaces of its own.
template <class Step>
bool in_namespaces(Step then) {
  runner::Isolation isolation;
  const auto process = runner::fork_into_namespaces(isolation);
  if (process.pid == 0) {
    try {
      then();
      _exit(0);
    } catch (const std::exception&) {
      _exit(1);
    }
  }
  return succeeds(process.pid);
}

void enter_tree() {
  runner::MountPlan plan;
  plan.work_bytes = 64 << 20;
  plan.work_files = 1024;
  std::string missing_proc;
  runner::enter_private_tree(plan, missing_proc);
}

void filter_calls() {
  runner::Isolation isolation;
  runner::setup_seccomp(false, isolation);
}

std::vector<Row> all_rows() {
  // The same namespaces as the runner's, and about the same
  // tree; bubblewrap has no limits and no filter by itself.
  const std::vector<const char*> bubblewrap = {"bwrap",
                                               "--unshare-all",
                                               "--die-with-parent",
                                               "--new-session",
                                               "--ro-bind",
                                               "/usr",
                                               "/usr",
                                               "--symlink",
                                               "usr/bin",
                                               "/bin",
                                               "--symlink",
                                               "usr/lib",
                                               "/lib",
                                               "--symlink",
                                               "usr/lib64",
                                               "/lib64",
                                               "--proc",
                                               "/proc",
                                               "--dev",
                                               "/dev",
                                               "--tmpfs",
                                               "/tmp",
                                               "--cap-drop",
                                               "ALL",
                                               "--clearenv",
                                               "--",
                                               program};
  return {
      {"fork and exec", [] { return execute({program}); }, {}},
      {"runner", [] { return execute({RUNNER_PATH, "run", "--facts", "/dev/null", "--", program}); }, {}},
      {"bubblewrap", [bubblewrap] { return execute(bubblewrap); }, {}},
      {"part: a fork", [] { return in_child([] {}); }, {}},
      {"part: control group", make_cgroup, {}},
      {"part: namespaces", [] { return in_namespaces([] {}); }, {}},
      {"part: namespaces and mount tree", [] { return in_namespaces(enter_tree); }, {}},
      {"part: a fork and system call filter", [] { return in_child(filter_calls); }, {}},
  };
}

double quantile(std::vector<double>& sorted, double part) {
  return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
}

void print(std::vector<Row>& rows) {
  double base = 0;
  fmt::print("{:<38}{:>9}{:>17}{:>9}{:>9}\n", "", "median", "middle half", "over", "ratio");
  for (auto& row : rows) {
    if (!row.works) {
      fmt::print("{:<38}skipped: it fails here or is not installed\n", row.name);
      continue;
    }
    std::sort(row.milliseconds.begin(), row.milliseconds.end());
    const double median = quantile(row.milliseconds, 0.5);
    if (base == 0) base = median;
    const auto middle =
        fmt::format("{:.2f} to {:.2f}", quantile(row.milliseconds, 0.25), quantile(row.milliseconds, 0.75));
    fmt::print("{:<38}{:>6.2f} ms{:>17}{:>6.2f} ms{:>8.1f}x\n", row.name, median, middle, median - base,
               median / base);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : default_rounds;
  std::vector<Row> rows = all_rows();
  for (int round = -1; round < rounds; ++round) {  // round -1 warms up, and tries what works here
    for (auto& row : rows) {
      if (!row.works) continue;
      const auto start = std::chrono::steady_clock::now();
      row.works = row.run();
      const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
      if (round >= 0) row.milliseconds.push_back(passed.count());
    }
  }
  fmt::print("{} rounds of {}, rows taking turns\n", rounds, program);
  print(rows);
}
