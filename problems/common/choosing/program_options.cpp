#include "problems/common/choosing/program_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "problems/common/choosing/suggestion.hpp"
#include "problems/common/printing/standard_streams.hpp"

namespace problems {
namespace {

constexpr unsigned most_cores = 1024;

bool is_known(std::string_view name, std::span<const std::string_view> solvers) {
  return name == auto_solver || std::find(solvers.begin(), solvers.end(), name) != solvers.end();
}

std::string known_names(std::span<const std::string_view> solvers) {
  std::string names(auto_solver);
  for (const auto solver : solvers) names.append(", ").append(solver);
  return names;
}

std::string suggestion(std::string_view typed, std::span<const std::string> words,
                       std::string_view prefix = "") {
  const std::string_view nearest = nearest_word(typed, words);
  return nearest.empty() ? "" : fmt::format(" (did you mean '{}{}'?)", prefix, nearest);
}

std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
  }
  return names;
}

/// The error for a word of the command line that no option takes.
std::string unexpected(const std::string& word, const CLI::App& app, std::string_view id) {
  std::error_code unknown;
  if (std::filesystem::is_directory(word, unknown)) {
    return fmt::format("'{}' is a directory; expected an input file on stdin: {} < FILE", word, id);
  }
  if (!word.starts_with('-')) {
    return fmt::format("unexpected argument '{}'; the input is read from stdin: {} < {}", word, id, word);
  }
  const std::string name = word.substr(0, word.find('='));
  const std::string bare = name.substr(std::min(name.size(), name.find_first_not_of('-')));
  return fmt::format("unknown option '{}'{}", name, suggestion(bare, options_of(app), "--"));
}

/// An option's name and argument, without CLI11's marks for defaults and exclusions, which users do not know.
class PlainHelp : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string takes = option->get_type_name();
    return takes.empty() ? "" : " " + takes;
  }
};

}  // namespace

ParsedOptions parse_program_options(int argc, char** argv, std::string_view id, std::string_view summary,
                                    std::span<const std::string_view> solvers) {
  ParsedOptions parsed;
  ProgramOptions& options = parsed.options;
  CLI::App app(std::string(summary) + "\nReads the problem's input on stdin, writes the answer to stdout.",
               std::string(id));
  app.set_version_flag("--version", fmt::format("{} of Warp Judge {}", id, WARP_JUDGE_VERSION));
  app.formatter(std::make_shared<PlainHelp>());
  app.allow_extras();
  app.add_option("--solver", options.solver,
                 fmt::format("Solver to use: {} (default: {})", known_names(solvers), options.solver))
      ->type_name("NAME");
  CLI::Option* list =
      app.add_flag("--list", options.list, "Show each solver, its idea, and whether it can run here");
  app.add_option(
         "--batch", options.batch,
         "Answer every input named in LIST, one path per line, instead of stdin; after each, its exit code, "
         "bytes and time as JSON on stderr; not with --list")
      ->type_name("LIST")
      ->excludes(list);
  app.add_flag("--json", options.json, "With --list: print JSON");
  app.add_option(
         "--size", options.size,
         "With --list: predict the time of each solver on an input of this size; numbers with x between")
      ->type_name("SIZE");
  app.add_option("--cores", options.cores, "Use so many cores (default: as many as make the run shortest)")
      ->type_name("N")
      ->check([](const std::string& number) {
        unsigned cores = 0;
        const char* const end = number.data() + number.size();
        const auto [stop, error] = std::from_chars(number.data(), end, cores);
        return error == std::errc() && stop == end && 1 <= cores && cores <= most_cores
                   ? ""
                   : fmt::format("expected an integer from 1 to {}, found '{}'", most_cores, number);
      });
  std::string text_place;
  app.add_option("--text", text_place, "Where a GPU solver's numbers are parsed and printed: host or gpu")
      ->type_name("PLACE")
      ->check([](const std::string& place) {
        return place == "host" || place == "gpu" ? ""
                                                 : fmt::format("expected host or gpu, found '{}'", place);
      });
  app.add_flag("--plan", options.plan,
               "Report as JSON on stderr how the input was answered, and what that was predicted to take");
  app.add_flag("--phases", options.phases, "Report the time of reading, solving, printing as JSON on stderr");
  app.add_flag("--work", options.work, "Report the floating-point operations and least bytes on stderr");
  app.add_flag("--no-solve", options.no_solve, "With --work: read and report, but solve and print nothing");
  app.add_option("--device-memory", options.device_memory_bytes,
                 "Device memory that solvers working in parts may hold at once (default: all that is free)")
      ->type_name("BYTES")
      ->check([](const std::string& text) {
        const bool is_positive =
            std::all_of(text.begin(), text.end(), [](char c) { return '0' <= c && c <= '9'; }) &&
            text.find_first_not_of('0') != std::string::npos;
        return is_positive ? "" : fmt::format("expected a number of bytes above 0, found '{}'", text);
      });
  try {
    app.parse(argc, argv);
    const std::vector<std::string> extras = app.remaining();
    if (!extras.empty()) throw CLI::ValidationError(unexpected(extras.front(), app, id));
  } catch (const CLI::Success& wanted) {  // --help and --version
    std::ostringstream text;
    app.exit(wanted, text);
    parsed.text = text.str();
    return parsed;
  } catch (const CLI::ParseError& error) {
    parsed.exit_code = fail(id, fmt::format("{}; see {} --help", error.what(), id), exit_bad_input);
    return parsed;
  }
  if (!text_place.empty()) options.text = text_place == "gpu" ? TextPlace::gpu : TextPlace::host;
  if (!is_known(options.solver, solvers)) {
    parsed.exit_code =
        fail(id,
             fmt::format("unknown solver '{}'{}; known: {}", options.solver,
                         suggestion(options.solver, std::vector<std::string>(solvers.begin(), solvers.end())),
                         known_names(solvers)),
             exit_bad_input);
  } else if (options.json && !options.list) {
    parsed.exit_code = fail(id, "--json requires --list", exit_bad_input);
  } else if (!options.size.empty() && !options.list) {
    parsed.exit_code = fail(id, "--size requires --list", exit_bad_input);
  } else if (options.no_solve && (!options.work || options.phases || options.plan)) {
    parsed.exit_code =
        fail(id, "--no-solve requires --work, and excludes --phases and --plan", exit_bad_input);
  }
  return parsed;
}

int fail(std::string_view program, std::string_view message, int exit_code) {
  print_error_line(fmt::format("{}: {}", program, message));
  return exit_code;
}

}  // namespace problems
