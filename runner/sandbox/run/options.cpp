#include "runner/sandbox/run/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "base/clock.hpp"

namespace runner {
namespace {

constexpr std::string_view after_help =
    "All limits hold for the program and all its descendants together. None is set unless requested.\n\n"
    "Exit status: 0 the facts are written, however the program ended; 2 wrong usage, or the runner itself "
    "failed.\n\n"
    "Example:\n"
    "  runner run --facts facts.json --stdin in.txt --stdout out.txt --cpu-limit-ms 2000 -- ./lights-out\n";

/// CLI11's own layout with a usage line that shows where
/// the program goes, and single blank lines between groups.
class Help : public CLI::Formatter {
 public:
  Help() { column_width(38); }
  std::string make_usage(const CLI::App*, std::string) const override {
    return "\nUsage: runner run --facts FILE [OPTIONS] -- PROGRAM [ARGUMENTS]\n\n";
  }
  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    const std::string text = CLI::Formatter::make_group(group, is_positional, options);
    return text.substr(text.find_first_not_of('\n'));
  }
};

/// A limit's name in the help, its largest value, and its unit in the runner's own units.
struct Unit {
  const char* name;
  std::int64_t most;
  std::int64_t size = 1;
};

constexpr Unit in_milliseconds{"MS", most_limit_ms, base::nanoseconds_per_millisecond};
constexpr Unit in_bytes{"BYTES", most_limit_bytes};
constexpr Unit in_processes{"N", most_limit_processes};
constexpr Unit in_files{"N", most_limit_files};

/// A limit, an int64 or an optional one.
template <class Limit>
void add_limit(CLI::App& run, const std::string& option, const Unit& unit, const std::string& help,
               Limit& limit) {
  const auto set = [&limit, unit, option](const std::string& text) {
    try {
      limit = parse_limit(text, unit.most) * unit.size;
    } catch (const std::invalid_argument& error) {
      throw CLI::ValidationError(option, error.what());
    }
  };
  run.add_option_function<std::string>(option, set, help)->type_name(unit.name)->group("Limits");
}

void add_file(CLI::App& run, const std::string& option, std::string& path, const std::string& help) {
  run.add_option(option, path, help)->type_name("FILE")->group("Files");
}

/// Relative paths count from the folder in which the runner was started.
void add_paths(CLI::App& run, const std::string& option, std::vector<std::string>& paths,
               const std::string& help) {
  const auto add = [&paths](const std::vector<std::string>& words) {
    for (const auto& word : words)
      paths.push_back(std::filesystem::absolute(word).lexically_normal().string());
  };
  run.add_option_function<std::vector<std::string>>(option, add, help)
      ->check([](const std::string& word) {
        return std::string(word.empty() ? "expected a path, found nothing" : "");
      })
      ->type_name("PATH")
      ->allow_extra_args(false)
      ->group("Sandbox");
}

std::string is_variable(const std::string& text) {
  const std::size_t equals = text.find('=');
  const bool good = equals != std::string::npos && equals > 0;
  return good ? std::string() : fmt::format("expected NAME=VALUE, found '{}'", text);
}

/// Adding an option of `run`: a member of Options, and its row here.
void add_run_options(CLI::App& run, Options& options) {
  add_file(run, "--facts", options.facts_file, "Write the facts to this file, as JSON (required)");
  add_file(run, "--stdin", options.stdin_file, "The program's standard input (default: empty)");
  add_file(run, "--stdout", options.stdout_file, "Write its standard output here (default: discard)");
  add_file(run, "--stderr", options.stderr_file, "Write its standard error here (default: discard)");
  run.add_flag("--direct-stdout", options.stdout_is_direct,
               "Hand the file of --stdout, a pipe, to the program itself: neither counted nor limited")
      ->group("Files");
  add_file(run, "--end-pipe", options.end_pipe,
           "End the program, with facts, once this pipe can be read or its writer is gone");
  add_file(run, "--keep", options.kept_file,
           "Copy the file of this name from its work directory to here, at most 64 KiB of it");
  add_file(run, "--keep-work", options.kept_folder,
           "Copy what is in its work directory at the end into this folder, which is empty");

  add_paths(run, "--visible", options.visible, "Make this path readable, in the same place; repeatable");
  add_paths(run, "--hide", options.hidden, "Hide this path, even inside /usr; repeatable");
  run.add_option("--env", options.environment, "Add to its environment; repeatable")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->check(is_variable)
      ->group("Sandbox");
  run.add_option("--gpu", options.gpu, "Let it use /dev/nvidiaN; by default it sees no GPU")
      ->type_name("N")
      ->check(CLI::Range(0, 255))
      ->group("Sandbox");
  run.add_flag("--gpu-shared", options.gpu_shared,
               "Share the GPU with other such runs; GPU memory is then not limited")
      ->group("Sandbox");
  run.add_flag_callback(
         "--no-gpu-trace", [&options] { options.gpu_trace = false; },
         "Do not observe what it does with the GPU")
      ->group("Sandbox");
  run.add_flag("--require-isolation", options.require_isolation, "Refuse to run it without full isolation")
      ->group("Sandbox");

  Limits& limits = options.limits;
  add_limit(run, "--cpu-limit-ms", in_milliseconds, "CPU time, user and system", limits.cpu_ns);
  add_limit(run, "--wall-limit-ms", in_milliseconds, "Wall time, less the time spent waiting for a core",
            limits.wall_ns);
  add_limit(run, "--memory-limit-bytes", in_bytes, "Memory, including the work directory",
            limits.memory_bytes);
  add_limit(run, "--output-limit-bytes", in_bytes, "Bytes written to stdout, and to stderr",
            limits.output_bytes);
  add_limit(run, "--process-limit", in_processes, "Processes and threads alive at once", limits.processes);
  add_limit(run, "--work-limit-bytes", in_bytes, "Files in its work directory (default: 64 MiB)",
            limits.work_bytes);
  add_limit(run, "--file-limit", in_files, "Number of those files (default: 1024)", limits.work_files);
  add_limit(run, "--gpu-memory-limit-bytes", in_bytes, "Memory of the GPU", limits.gpu_memory_bytes);

  const auto set_cores = [&options](const std::string& text) {
    try {
      options.cores = parse_cores(text);
    } catch (const std::invalid_argument& error) {
      throw CLI::ValidationError("--cores", error.what());
    }
  };
  run.add_option_function<std::string>("--cores", set_cores, "Pin it to these cores: 0,2-3")
      ->type_name("LIST")
      ->group("Placement");
}

/// "-" is one of the caller's own streams, as usual; where a stream makes no sense, a file with this name can
/// be given as "./-".
void resolve_streams(Options& options) {
  for (const auto& [path, stream] : {std::pair{&options.facts_file, "/dev/stdout"},
                                     {&options.stdin_file, "/dev/stdin"},
                                     {&options.stdout_file, "/dev/stdout"},
                                     {&options.stderr_file, "/dev/stderr"}}) {
    if (*path == "-") *path = stream;
  }
  for (const auto& [option, path] : {std::pair{"--end-pipe", &options.end_pipe},
                                     {"--keep", &options.kept_file},
                                     {"--keep-work", &options.kept_folder}}) {
    if (*path == "-")
      throw UsageError(fmt::format("{} -: expected a path, found '-'; a file of this name is ./-", option));
  }
}

std::string known_options(const CLI::App& run) {
  std::string names;
  for (const CLI::Option* option : run.get_options()) {
    if (!names.empty()) names += ' ';
    names += option->get_name();
  }
  return names;
}

}  // namespace

std::optional<Options> parse_options(int argc, const char* const* argv) {
  // Arguments after the first "--" belong to the program: CLI11 never sees them.
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto separator = std::find(words.begin(), words.end(), "--");

  Options options;
  CLI::App app("Runs one program under limits and reports the facts: how it ended and what it used.",
               "runner");
  app.formatter(std::make_shared<Help>());
  app.set_version_flag("--version", "Warp Judge runner " RUNNER_VERSION ", facts format 4");
  app.allow_extras();
  CLI::App* run = app.add_subcommand("run", "Run one program and write the facts");
  run->allow_extras();
  run->footer(std::string(after_help));
  add_run_options(*run, options);

  try {
    // CLI11 treats "--x=" as "--x", whose value is the next word.
    const auto empty = std::find_if(words.begin(), separator, [](const std::string& word) {
      return word.starts_with("--") && word.find('=') == word.size() - 1;
    });
    if (empty != separator)
      throw UsageError(fmt::format("nothing stands after '{}': give its value there", *empty));
    std::vector<std::string> reversed(std::make_reverse_iterator(separator),
                                      std::make_reverse_iterator(words.begin()));
    app.parse(std::move(reversed));
    const auto unknown = app.remaining(true);
    if (!unknown.empty()) {
      const bool is_program = run->parsed() && separator == words.end() && !unknown.front().starts_with('-');
      throw CLI::ValidationError(fmt::format("unknown: {}{}", fmt::join(unknown, " "),
                                             is_program ? "; the program to run stands after --" : ""));
    }
    if (!run->parsed()) throw UsageError("nothing to do; see: runner --help");
    if (options.limits.gpu_memory_bytes && !options.gpu) {
      throw UsageError("--gpu-memory-limit-bytes without a GPU: give it one with --gpu N");
    }
    if (options.gpu_shared && (!options.gpu || options.limits.gpu_memory_bytes)) {
      throw UsageError("--gpu-shared requires --gpu N and excludes --gpu-memory-limit-bytes");
    }
    if (options.facts_file.empty()) throw UsageError("--facts FILE is missing: it says where the facts go");
    if (separator == words.end() || std::next(separator) == words.end()) {
      throw UsageError("no program to run: give it after --, as in: runner run --facts FILE -- PROGRAM");
    }
    options.command.assign(std::next(separator), words.end());
    resolve_streams(options);
    if (options.stdout_file == options.stderr_file && options.stdout_file != "/dev/null") {
      throw UsageError(
          fmt::format("--stdout and --stderr are the same file, '{}': name two", options.stdout_file));
    }
    if (options.stdout_is_direct && options.stdout_file == "/dev/null") {
      throw UsageError("--direct-stdout without a pipe: name it with --stdout");
    }
    return options;
  } catch (const CLI::Success& wanted) {  // --help and --version
    app.exit(wanted);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    throw UsageError(fmt::format("{}\nknown options of 'runner run': {}\nsee: runner run --help",
                                 error.what(), known_options(*run)));
  }
}

}  // namespace runner
