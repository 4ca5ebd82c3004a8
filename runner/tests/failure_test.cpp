// Tests that failures not caused by the program are reported on stderr with exit code 2, and that a program
// that cannot start is a fact.

#include <fstream>

#include "runner/tests/start_runner.hpp"

#include CATCH2_HEADER

namespace {

bool contains(const std::string& text, const std::string& part) {
  INFO("expected: " << part);
  INFO("found: " << text);
  CHECK(text.find(part) != std::string::npos);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("wrong usage is reported and names the known options") {
  struct Row {
    std::vector<std::string> arguments;
    std::string message;
  };
  const auto row = GENERATE(values<Row>({
      {{}, "nothing to do"},
      {{"walk"}, "unknown: walk"},
      {{"run", "--", "/bin/true"}, "--facts FILE is missing"},
      {{"run", "--facts", "FACTS"}, "no program to run"},
      {{"run", "--facts", "FACTS", "--"}, "no program to run"},
      {{"run", "--facts", "FACTS", "--cpu-limit", "5", "--", "/bin/true"}, "unknown: --cpu-limit 5"},
      {{"run", "--facts", "FACTS", "/bin/true"}, "unknown: /bin/true; the program to run stands after --"},
      {{"run", "--facts", "FACTS", "--cpu-limit-ms", "1e3", "--", "/bin/true"},
       "--cpu-limit-ms: expected a whole number from 1 to 1000000000000, found '1e3'"},
      {{"run", "--facts", "FACTS", "--cpu-limit-ms=", "1000", "--", "/bin/true"},
       "nothing stands after '--cpu-limit-ms='"},
      {{"run", "--facts", "FACTS", "--process-limit", "0", "--", "/bin/true"}, "--process-limit: expected"},
      {{"run", "--facts", "FACTS", "--file-limit", "-1", "--", "/bin/true"}, "--file-limit: expected"},
      {{"run", "--facts", "FACTS", "--env", "VALUE", "--", "/bin/true"},
       "expected NAME=VALUE, found 'VALUE'"},
      {{"run", "--facts", "FACTS", "--visible", "", "--", "/bin/true"}, "--visible: expected a path"},
      {{"run", "--facts", "FACTS", "--hide", "", "--", "/bin/true"}, "--hide: expected a path"},
      {{"run", "--facts", "FACTS", "--work-dir", "/tmp", "--", "/bin/true"}, "unknown: --work-dir /tmp"},
      {{"run", "--facts", "FACTS", "--cores", "1-0", "--", "/bin/true"},
       "--cores: expected cores such as 0,2-3"},
      {{"run", "--facts", "FACTS", "--stdout", "one", "--stderr", "one", "--", "/bin/true"},
       "the same file, 'one'"},
  }));
  const TemporaryFolder folder;
  auto arguments = row.arguments;
  for (auto& argument : arguments) {
    if (argument == "FACTS") argument = folder / "facts";
  }
  StartedRunner started(folder, arguments);
  CHECK(started.wait() == 2);
  CHECK(contains(started.messages(), row.message));
  if (row.message.find("--c") == 0) CHECK(contains(started.messages(), "--wall-limit-ms"));
  CHECK(!std::filesystem::exists(folder / "facts"));
}

TEST_CASE("help and version go to stdout and are no failure") {
  const TemporaryFolder folder;
  const auto [question, answer] = GENERATE(table<std::string, std::string>(
      {{"--help", "Usage: runner run --facts FILE"}, {"--version", "Warp Judge runner"}}));
  StartedRunner started(folder, {question});
  CHECK(started.wait() == 0);
  CHECK(started.messages().empty());
  CHECK(contains(started.output(), answer));
}

TEST_CASE("the runner's own failures leave no facts") {
  struct Row {
    std::vector<std::string> options;
    std::string message;
  };
  const auto row = GENERATE(values<Row>({
      {{"--facts", "/no-such-folder/facts"}, "cannot open --facts /no-such-folder/facts"},
      {{"--end-pipe", "/no-such-file"}, "cannot open --end-pipe /no-such-file: No such file"},
      {{"--end-pipe", "/dev/null"}, "--end-pipe /dev/null is not a pipe"},
      {{"--stdin", "/no-such-file"}, "cannot open --stdin /no-such-file: No such file"},
      {{"--stdout", "/no-such-folder/out"}, "cannot open --stdout /no-such-folder/out"},
      {{"--stderr", "/no-such-folder/err"}, "cannot open --stderr /no-such-folder/err"},
      {{"--stdin", "/usr"}, "cannot open --stdin /usr: Is a directory"},
      {{"--visible", "/"}, "--visible /: a program has a / and a /proc of its own"},
      {{"--visible", "/usr/.."}, "--visible /: a program has"},
      {{"--visible", "/proc"}, "--visible /proc: a program has"},
      {{"--visible", "/proc/version"}, "--visible /proc/version: a program has"},
      {{"--hide", "/"}, "--hide /: no program runs without it"},
      {{"--hide", "//usr/"}, "--hide /usr/: no program runs without it"},
      {{"--hide", "/proc"}, "--hide /proc: no program runs without it"},
      {{"--cores", "1048575"}, "cannot pin to --cores 1048575: not all of them may be used here"},
      {{"--cores", "0,1048575"}, "cannot pin to --cores 0,1048575"},
  }));
  const TemporaryFolder folder;
  std::ofstream(folder / "facts") << "the facts of an earlier run";
  std::vector<std::string> arguments = {"run"};
  if (row.options[0] != "--facts") arguments.insert(arguments.end(), {"--facts", folder / "facts"});
  arguments.insert(arguments.end(), row.options.begin(), row.options.end());
  arguments.insert(arguments.end(), {"--", test_program("exit_with"), "0"});
  StartedRunner started(folder, arguments);
  CHECK(started.wait() == 2);
  CHECK(contains(started.messages(), row.message));
  if (row.options[0] != "--facts") CHECK(!std::filesystem::exists(folder / "facts"));
  CHECK(!std::filesystem::exists(folder / "facts.partial"));
}

TEST_CASE("a failure that nobody can be told of is no abort") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", folder / "messages");
  const auto arguments = GENERATE(
      values<std::vector<std::string>>({{}, {"run", "--facts", "/no-such-folder/facts", "--", "/bin/true"}}));
  CAPTURE(arguments);
  StartedRunner started(folder, arguments);
  CHECK(started.wait() == 2);
}

TEST_CASE("a program that cannot start is a fact with its reason") {
  const TemporaryFolder folder;
  std::ofstream(folder / "not-executable") << "#!/bin/sh\n";
  std::ofstream(folder / "no-format") << "neither a binary nor a script\n";
  std::ofstream(folder / "no-interpreter") << "#!/no-such-interpreter\n";
  for (const auto* name : {"no-format", "no-interpreter"}) {
    std::filesystem::permissions(folder / name, std::filesystem::perms{0755});
  }
  struct Row {
    std::string program;
    std::string message;
  };
  const auto row = GENERATE(values<Row>({
      {"missing", "No such file or directory"},
      {"not-executable", "Permission denied (its mode is 0"},
      {"no-format", "Exec format error"},
      {"no-interpreter", "interpreter or loader that it names is not"},
      {"", "Permission denied"},
  }));
  const std::string program = folder / row.program;
  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--", program});
  REQUIRE(started.wait() == 0);
  const auto facts = facts_in(folder / "facts");
  CHECK(facts["outcome"] == "start-failed");
  CHECK(contains(facts["message"], row.message));
  CHECK(contains(facts["message"], "cannot start '" + program + "'"));
  CHECK(facts["user_ns"] == 0);
}

TEST_CASE("a program without a slash is looked for in PATH only") {
  const TemporaryFolder folder;
  StartedRunner missing(folder, {"run", "--facts", folder / "facts", "--", "exit_with"});
  REQUIRE(missing.wait() == 0);
  CHECK(contains(facts_in(folder / "facts")["message"], "cannot start 'exit_with': not found in PATH"));

  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--", "true", "--help"});
  REQUIRE(started.wait() == 0);
  CHECK(facts_in(folder / "facts")["exit_code"] == 0);
}
