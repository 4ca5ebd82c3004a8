// Tests limits that no machine has: they are refused with a message, or enforced. No run has less isolation
// because of them.

#include <fmt/format.h>

#include "runner/tests/start_runner.hpp"

#include CATCH2_HEADER

namespace {

struct LimitedRun {
  int runner_exit;
  std::string messages;
  nlohmann::json facts;  ///< null if none were written
};

LimitedRun run_with(const std::vector<std::string>& options) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = {"run", "--facts", folder / "facts"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.insert(arguments.end(), {"--", test_program("exit_with"), "0"});
  StartedRunner started(folder, arguments);
  LimitedRun result{started.wait(), started.messages(), {}};
  if (std::filesystem::exists(folder / "facts")) result.facts = facts_in(folder / "facts");
  return result;
}

const std::vector<std::string> limit_options = {
    "--cpu-limit-ms",  "--wall-limit-ms",    "--memory-limit-bytes", "--output-limit-bytes",
    "--process-limit", "--work-limit-bytes", "--file-limit",         "--gpu-memory-limit-bytes"};

}  // namespace

TEST_CASE("a number that is no limit is refused, with the option and what was found") {
  const auto option = GENERATE(from_range(limit_options));
  const auto value =
      GENERATE("", "-1", "0", "NaN", "inf", "1e3", "0x10", "9223372036854775807", "9223372036854775808",
               "18446744073709551616", "-9223372036854775808", "1 000", "\xd9\xa1");
  CAPTURE(option, value);
  const LimitedRun result = run_with({fmt::format("{}={}", option, value)});
  CHECK(result.runner_exit == 2);
  CHECK(result.facts.is_null());
  CHECK(result.messages.find(option) != std::string::npos);
  CHECK(result.messages.find(value) != std::string::npos);
}

TEST_CASE("the largest limits are kept, and take no isolation away") {
  const auto plain = run_with({}).facts["isolation"];
  const auto [option, value] =
      GENERATE(table<std::string, std::string>({{"--cpu-limit-ms", "1000000000000"},
                                                {"--wall-limit-ms", "1000000000000"},
                                                {"--memory-limit-bytes", "1125899906842624"},
                                                {"--output-limit-bytes", "1125899906842624"},
                                                {"--work-limit-bytes", "1125899906842624"},
                                                {"--file-limit", "1000000000"}}));
  CAPTURE(option);
  const LimitedRun result = run_with({option, value});
  CAPTURE(result.messages);
  REQUIRE(result.runner_exit == 0);
  CHECK(result.facts["outcome"] == "exited");
  CHECK(result.facts["isolation"] == plain);
  const auto one_more = fmt::format("{}", std::stoll(value) + 1);
  CHECK(run_with({option, one_more}).runner_exit == 2);
}

TEST_CASE("memory that no program can start in is refused by name") {
  if (run_with({}).facts["isolation"]["cgroup"].is_null()) return;
  const LimitedRun result = run_with({"--memory-limit-bytes", "4096"});
  CHECK(result.runner_exit == 2);
  CHECK(result.messages.find("--memory-limit-bytes 4096") != std::string::npos);
}

TEST_CASE("a GPU is numbered") {
  const auto value = GENERATE("", "-1", "256", "1e2", "NaN", "9223372036854775808");
  const LimitedRun result = run_with({fmt::format("--gpu={}", value)});
  CHECK(result.runner_exit == 2);
  CHECK(result.messages.find("--gpu") != std::string::npos);
}

TEST_CASE("a dash is the caller's stream") {
  const TemporaryFolder folder;
  const auto before = std::filesystem::exists("-");
  StartedRunner facts(folder, {"run", "--facts", "-", "--", test_program("exit_with"), "3"});
  REQUIRE(facts.wait() == 0);
  CHECK(nlohmann::json::parse(facts.output())["exit_code"] == 3);
  CHECK(std::filesystem::exists("-") == before);

  StartedRunner output(folder, {"run", "--facts", folder / "facts", "--stdout", "-", "--stderr",
                                folder / "err", "--", "/bin/echo", "said"});
  REQUIRE(output.wait() == 0);
  CHECK(output.output() == "said\n");

  for (const char* option : {"--keep", "--keep-work", "--end-pipe"}) {
    CAPTURE(option);
    StartedRunner refused(folder, {"run", "--facts", folder / "facts", option, "-", "--", "/bin/true"});
    CHECK(refused.wait() == 2);
    CHECK(refused.messages().find(option) != std::string::npos);
  }
}
