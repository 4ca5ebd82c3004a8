#include "problems/common/program_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

namespace problems {
namespace {

bool is_known(std::string_view name, std::span<const std::string_view> solvers) {
  return name == auto_solver || std::find(solvers.begin(), solvers.end(), name) != solvers.end();
}

std::string known_names(std::span<const std::string_view> solvers) {
  std::string names(auto_solver);
  for (const auto solver : solvers) names.append(", ").append(solver);
  return names;
}

}  // namespace

ParsedOptions parse_program_options(int argc, char** argv, std::string_view id, std::string_view summary,
                                    std::span<const std::string_view> solvers) {
  ParsedOptions parsed;
  ProgramOptions& options = parsed.options;
  CLI::App app(std::string(summary) + "\nReads the problem's input on stdin, writes the answer to stdout.",
               std::string(id));
  app.add_option("--solver", options.solver, "Solver to use: " + known_names(solvers))
      ->type_name("NAME")
      ->capture_default_str();
  CLI::Option* list =
      app.add_flag("--list", options.list, "Show each solver, its idea, and whether it can run here");
  app.add_option(
         "--batch", options.batch,
         "Answer every input named in LIST, one path per line, instead of stdin; after each, its exit code, "
         "bytes and time as JSON on stderr")
      ->type_name("LIST")
      ->excludes(list);
  app.add_flag("--json", options.json, "With --list: print JSON");
  app.add_flag("--phases", options.phases, "Report the time of reading, solving, printing as JSON on stderr");
  app.add_flag("--work", options.work, "Report the floating-point operations and least bytes on stderr");
  app.add_flag("--no-solve", options.no_solve, "With --work: read and report, but solve and print nothing");
  app.add_option("--device-memory", options.device_memory_bytes,
                 "Device memory that solvers working in parts may hold at once (default: all that is free)")
      ->type_name("BYTES")
      ->check(CLI::PositiveNumber);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    parsed.exit_code = app.exit(help);
    return parsed;
  } catch (const CLI::ParseError& error) {
    parsed.exit_code = fail(id, fmt::format("{}; see {} --help", error.what(), id), exit_bad_input);
    return parsed;
  }
  if (!is_known(options.solver, solvers)) {
    parsed.exit_code =
        fail(id, fmt::format("unknown solver '{}'; known: {}", options.solver, known_names(solvers)),
             exit_bad_input);
  } else if (options.json && !options.list) {
    parsed.exit_code = fail(id, "--json requires --list", exit_bad_input);
  } else if (options.no_solve && (!options.work || options.phases)) {
    parsed.exit_code = fail(id, "--no-solve requires --work, and excludes --phases", exit_bad_input);
  }
  return parsed;
}

int fail(std::string_view program, std::string_view message, int exit_code) {
  fmt::print(stderr, "{}: {}\n", program, message);
  return exit_code;
}

}  // namespace problems
