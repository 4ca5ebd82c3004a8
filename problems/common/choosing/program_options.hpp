#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace problems {

/// Exit codes of every problem program.
enum ExitCode {
  exit_done = 0,
  exit_failed = 1,      ///< the output could not be written, or memory ran out
  exit_bad_input = 2,   ///< malformed input or wrong usage
  exit_cannot_run = 3,  ///< the chosen solver cannot run here or at this size
};

/// The value of --solver that lets the program choose.
inline constexpr std::string_view auto_solver = "auto";

/// Where numbers are parsed and printed.
enum class TextPlace { any, host, gpu };

struct ProgramOptions {
  std::string solver{auto_solver};
  std::optional<std::string> batch;  ///< the file that lists the inputs; without it, the input is stdin
  bool list = false;
  bool json = false;
  std::string size;    ///< with `list`: the size of the input whose times are predicted
  unsigned cores = 0;  ///< 0: the number that makes the run shortest
  TextPlace text = TextPlace::any;
  bool phases = false;
  bool plan = false;
  bool work = false;
  bool no_solve = false;
  std::uint64_t device_memory_bytes = 0;  ///< 0: all that is free
};

/// The request of the command line.
struct ParsedOptions {
  ProgramOptions options;
  std::optional<std::string> text;  ///< the only thing to print: the help or the version
  std::optional<int> exit_code;     ///< wrong usage, which has been reported
};

/// Parses the command line of a problem program. To add an option, add a member above and a line in the .cpp.
ParsedOptions parse_program_options(int argc, char** argv, std::string_view id, std::string_view summary,
                                    std::span<const std::string_view> solvers);

/// Prints the line "<program>: <message>" to stderr; returns `exit_code`.
int fail(std::string_view program, std::string_view message, int exit_code);

}  // namespace problems
