#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "runner/sandbox/run/limits.hpp"

namespace runner {

/// One run, as the command line asks for it.
struct Options {
  std::string facts_file;
  std::string stdin_file = "/dev/null";
  std::string stdout_file = "/dev/null";
  std::string stderr_file = "/dev/null";
  bool stdout_is_direct = false;         ///< the program itself writes stdout_file: nothing of it is counted
  std::string end_pipe;                  ///< empty: the caller does not end the program
  std::string kept_folder;               ///< existing folder for all files of the work directory at the end
  std::string kept_file;                 ///< empty: none of the work directory is kept
  std::vector<std::string> visible;      ///< absolute paths that the program may read
  std::vector<std::string> hidden;       ///< absolute paths that it must not see
  std::vector<std::string> environment;  ///< "NAME=VALUE", added to the clean one
  std::optional<int> gpu;                ///< minor number of the device that it may use
  bool gpu_shared = false;               ///< with other runs that ask for the same
  bool gpu_trace = true;                 ///< with a GPU: what the program does with it is observed
  bool require_isolation = false;
  Limits limits;
  std::vector<int> cores;            ///< empty: wherever the runner itself may run
  std::vector<std::string> command;  ///< the program and its arguments, never empty
};

/// The command line is wrong; the message says how and names the known options.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads the command line; nullopt when it asked for help or the version, which has then been printed.
std::optional<Options> parse_options(int argc, const char* const* argv);

}  // namespace runner
