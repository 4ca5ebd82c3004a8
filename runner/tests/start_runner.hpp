#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/temporary_folder.hpp"

using base::TemporaryFolder;

/// The runner that is tested: that of this build, or the one with sanitizers that WARP_JUDGE_SANITIZED_RUNNER names.
std::string runner_path();
bool runner_is_sanitized();

/// Who starts the runner, and what that caller hands on to it.
struct Caller {
  std::optional<uid_t> user = {};        ///< absent: the user who runs the tests
  std::vector<std::string> groups = {};  ///< folders of control groups that it enters first
  std::string runner = runner_path();
  std::string root = {};                 ///< a folder to be its root folder; empty: the machine's
  std::uint32_t users = 0;               ///< as many in a user namespace of its own; 0: those of the machine
  bool standard_streams_closed = false;  ///< all three
  bool signals_ignored = false;          ///< SIGCHLD and SIGPIPE
  bool descriptors_open = false;         ///< 3, 7 and 200, inheritable
  std::optional<mode_t> umask = {};
  std::vector<std::pair<int, rlim_t>> soft_limits = {};  ///< resources of setrlimit(2)
  std::vector<std::pair<int, rlim_t>> hard_limits = {};
  bool environment_full = false;  ///< a secret, and what makes the loader do things
};

/// A runner that runs. The test process becomes the parent of all orphans, so that none is lost.
class StartedRunner {
 public:
  /// The folder becomes the caller's.
  StartedRunner(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                const Caller& caller = {});
  StartedRunner(const StartedRunner&) = delete;
  StartedRunner& operator=(const StartedRunner&) = delete;

  /// Waits for its end: the exit code, or minus the signal.
  int wait();
  void send(int signal_number) const;
  pid_t pid() const { return pid_; }

  /// What it said on stdout.
  std::string output() const;

  /// What it said on stderr.
  std::string messages() const;

 private:
  std::string output_file_;
  std::string messages_file_;
  pid_t pid_;
};

/// The path of a program in runner/tests/programs.
std::string test_program(const std::string& name);

std::string text_of_file(const std::string& path);

/// Throws when there is no such file or it holds no JSON.
nlohmann::json facts_in(const std::string& path);

/// Waits up to five seconds until the file holds `text`; returns whether it does.
bool comes_to_say(const std::string& path, const std::string& text);
