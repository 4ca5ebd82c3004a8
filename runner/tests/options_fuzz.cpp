// Mutated command lines of the runner: a refusal in words, or options that keep what docs/runner.md says of them; and
// from the program itself an exit status of those two kinds, with facts where it is 0.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "base/descriptor.hpp"
#include "base/tests/mutation.hpp"
#include "runner/sandbox/run/options.hpp"
#include "runner/tests/start_runner.hpp"

#include CATCH2_HEADER

namespace {

using base::test::Choices;
using Words = std::vector<std::string>;

const std::vector<Words> command_lines = {
    {"run", "--facts", "facts", "--", "/bin/true"},
    {"run", "--facts=facts", "--stdin", "/dev/null", "--stdout", "out", "--stderr", "err", "--", "/bin/echo"},
    {"run", "--facts", "facts", "--cpu-limit-ms", "1000", "--wall-limit-ms=2000", "--memory-limit-bytes",
     "104857600", "--output-limit-bytes", "4096", "--process-limit", "8", "--", "/bin/true"},
    {"run", "--facts", "facts", "--work-limit-bytes", "1048576", "--file-limit", "10", "--cores", "0",
     "--env", "NAME=VALUE", "--visible", "/usr", "--hide", "/tmp", "--keep", "kept", "--", "/bin/true"},
    {"run", "--facts", "facts", "--gpu", "0", "--gpu-shared", "--no-gpu-trace", "--gpu-memory-limit-bytes",
     "1000000", "--require-isolation", "--", "/bin/true"},
};
const Words tokens = {
    "run",
    "--",
    "-",
    "=",
    "",
    "--facts",
    "--facts=",
    "facts",
    "--stdin",
    "--stdout",
    "--stderr",
    "out",
    "--direct-stdout",
    "--direct-stdout=false",
    "--end-pipe",
    "--keep",
    "--keep-work",
    "--visible",
    "--hide",
    "--hide=",
    "/usr",
    "/nonexistent/file",
    ".",
    "..",
    "--env",
    "A",
    "A=",
    "=A",
    "A=B",
    "--gpu",
    "--gpu=255",
    "--gpu-shared",
    "--no-gpu-trace=maybe",
    "--require-isolation=0",
    "--cpu-limit-ms",
    "--cpu-limit-ms=1",
    "--wall-limit-ms",
    "--memory-limit-bytes",
    "--output-limit-bytes",
    "--process-limit",
    "--work-limit-bytes",
    "--file-limit",
    "--gpu-memory-limit-bytes",
    "--cores",
    "--cores=0-1023",
    // In one word, as two rarely come together.
    "--env==A",
    "--env=A=B",
    "--env=",
    "--visible=..",
    "--hide=/tmp/..",
    "--wall-limit-ms=-1",
    "--memory-limit-bytes=9223372036854775808",
    "--output-limit-bytes=0x10",
    "--process-limit=0",
    "--file-limit=1e3",
    "--cores=3-1",
    "0-",
    "1,",
    "0,,1",
    "3-1",
    "0",
    "1",
    "-1",
    "1e3",
    "0x10",
    "1000",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "nan",
    "--help",
    "-h",
    "--version",
    "--unknown",
    "-x",
    "++",
    "[run]",
    "[a,b]",
    "{}",
    "'",
    "\"",
    "%",
    "\xff",
    "\xd9\xa1",
    "\n",
    std::string(5000, 'a'),
    std::string(300, '9'),
};

/// One whose paths all lie in the folder, or are only read.
Words command_line(Choices& choices) {
  const Words& whole = choices.of(command_lines);
  const auto program = std::find(whole.begin(), whole.end(), "--");
  Words words = mutated(Words(whole.begin(), program), tokens, choices);
  if (!choices.one_in(10)) words.insert(words.end(), program, whole.end());
  for (std::string& word : words) std::erase(word, '\0');  // which ends a word for the system
  return words;
}

/// Standard output discarded: help may go there.
class Quiet {
 public:
  Quiet() : kept_(dup(STDOUT_FILENO)) {
    const base::Descriptor null(open("/dev/null", O_WRONLY | O_CLOEXEC));
    dup2(null.number(), STDOUT_FILENO);
  }
  ~Quiet() {
    std::cout.flush();
    dup2(kept_.number(), STDOUT_FILENO);
  }

 private:
  base::Descriptor kept_;
};

enum class Answer { refusal, help, options };

struct Parsed {
  Answer answer;
  std::string refusal;
  runner::Options options;
};

Parsed parsed(const Words& words) {
  std::vector<const char*> arguments = {"runner"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  const Quiet quiet;
  try {
    const auto options = runner::parse_options(static_cast<int>(arguments.size()), arguments.data());
    return options ? Parsed{Answer::options, {}, *options} : Parsed{Answer::help, {}, {}};
  } catch (const runner::UsageError& error) {
    return {Answer::refusal, error.what(), {}};
  }
}

/// What follows this option, where it stands in the words once: "--cpu-limit-ms" "5", or "--cpu-limit-ms=5".
std::optional<std::string> only_value(const Words& words, const std::string& option) {
  Words values;
  for (auto word = words.begin(); word != words.end() && *word != "--"; ++word) {
    if (*word == option && word + 1 != words.end()) values.push_back(word[1]);
    if (word->starts_with(option + "=")) values.push_back(word->substr(option.size() + 1));
  }
  return values.size() == 1 ? std::optional(values[0]) : std::nullopt;
}

void check_limit(const Words& words, const std::string& option, std::optional<std::int64_t> limit,
                 std::int64_t most, std::int64_t unit = 1) {
  CAPTURE(option);
  if (!limit) return;
  CHECK(*limit >= unit);
  CHECK(*limit / unit <= most);
  if (const auto value = only_value(words, option)) {
    const std::size_t digits = value->find_first_not_of('0');  // 096 is 96, as decimal numbers are
    CHECK(std::to_string(*limit / unit) == value->substr(std::min(digits, value->size())));
  }
}

void check_options(const Words& words, const runner::Options& options) {
  const auto separator = std::find(words.begin(), words.end(), "--");
  REQUIRE(separator != words.end());
  CHECK(options.command == Words(separator + 1, words.end()));
  CHECK(!options.command.empty());
  CHECK(!options.facts_file.empty());
  const runner::Limits& limits = options.limits;
  constexpr std::int64_t nanoseconds = 1'000'000;
  check_limit(words, "--cpu-limit-ms", limits.cpu_ns, runner::most_limit_ms, nanoseconds);
  check_limit(words, "--wall-limit-ms", limits.wall_ns, runner::most_limit_ms, nanoseconds);
  check_limit(words, "--memory-limit-bytes", limits.memory_bytes, runner::most_limit_bytes);
  check_limit(words, "--output-limit-bytes", limits.output_bytes, runner::most_limit_bytes);
  check_limit(words, "--process-limit", limits.processes, runner::most_limit_processes);
  check_limit(words, "--gpu-memory-limit-bytes", limits.gpu_memory_bytes, runner::most_limit_bytes);
  CHECK((limits.work_bytes >= 1 && limits.work_bytes <= runner::most_limit_bytes));
  CHECK((limits.work_files >= 1 && limits.work_files <= runner::most_limit_files));
  CHECK(std::is_sorted(options.cores.begin(), options.cores.end()));
  CHECK(std::set(options.cores.begin(), options.cores.end()).size() == options.cores.size());
  CHECK((!options.gpu || (*options.gpu >= 0 && *options.gpu <= 255)));
  for (const auto* paths : {&options.visible, &options.hidden})
    CHECK(std::all_of(paths->begin(), paths->end(), [](const auto& path) { return path.starts_with('/'); }));
  for (const std::string& variable : options.environment) CHECK(variable.find('=') - 1 < variable.size());
}

const std::set<std::string> outcomes = {"exited",           "signaled",     "cpu-limit",     "wall-limit",
                                        "memory-limit",     "output-limit", "process-limit", "file-limit",
                                        "gpu-memory-limit", "start-failed"};

}  // namespace

TEST_CASE("mutated command lines are refused in words, or mean what stands there") {
  base::test::drive(400, [](Choices& choices) {
    const Words words = command_line(choices);
    CAPTURE(words);
    const Parsed result = parsed(words);
    if (result.answer == Answer::refusal) REQUIRE(!result.refusal.empty());
    if (result.answer == Answer::options) check_options(words, result.options);
  });
}

TEST_CASE("the runner ends with 0 and facts, or with 2 and a reason") {
  const auto before = std::filesystem::current_path();
  base::test::drive(15, [&](Choices& choices) {
    const TemporaryFolder folder;
    const Words words = command_line(choices);
    CAPTURE(words);
    const auto [answer, refusal, options] = parsed(words);
    std::filesystem::current_path(folder.path());  // where its relative paths begin
    StartedRunner started(folder, words);
    const int status = started.wait();
    const bool to_stream = options.facts_file == "/dev/stdout";
    const std::string facts = to_stream ? started.output() : text_of_file(options.facts_file);
    std::filesystem::current_path(before);
    CAPTURE(status, started.messages());
    REQUIRE((status == 2 || (status == 0 && answer != Answer::refusal)));
    REQUIRE(started.messages().starts_with("runner: ") == (status == 2));
    if (status == 0 && answer == Answer::options && options.facts_file != "/dev/null")
      REQUIRE(outcomes.count(nlohmann::json::parse(facts)["outcome"]) == 1);
  });
}
