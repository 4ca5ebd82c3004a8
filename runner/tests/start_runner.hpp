#pragma once

#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// A folder that lives as long as the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// What a caller of the runner may hand on to it.
struct CallerState {
  bool standard_streams_closed = false;
  bool signals_ignored = false;   ///< SIGCHLD and SIGPIPE
  bool descriptors_open = false;  ///< 3, 7 and 200, inheritable
};

/// A runner that runs. Everything below it carries a mark in its environment, by which it is found again.
class StartedRunner {
 public:
  StartedRunner(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                const CallerState& state = {});

  /// Waits for its end: the exit code, or minus the signal.
  int wait();
  void send(int signal_number) const;
  pid_t pid() const { return pid_; }

  /// What it said on stdout.
  std::string output() const;

  /// What it said on stderr.
  std::string messages() const;

  /// Everybody alive with the mark, the runner itself included, but no zombies.
  std::vector<pid_t> processes() const;

  /// Waits up to five seconds until as many processes as given are alive, and tells whether that happened.
  bool reaches(std::size_t number_of_processes) const;

 private:
  std::string mark_;
  std::string output_file_;
  std::string messages_file_;
  pid_t pid_;
};

/// The path of a program in runner/tests/programs.
std::string test_program(const std::string& name);

std::string text_of_file(const std::string& path);

/// Throws when there is no such file or it holds no JSON.
nlohmann::json facts_in(const std::string& path);
