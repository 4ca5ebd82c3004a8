// Nobody outlives the runner, and facts are there whole or not at all.

#include <csignal>
#include <fstream>

#include "runner/tests/start_runner.hpp"

#include CATCH2_HEADER

TEST_CASE("a runner asked to stop kills all descendants first") {
  const int signal_number = GENERATE(SIGTERM, SIGINT, SIGHUP);
  const TemporaryFolder folder;
  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--", test_program("escape_session")});
  REQUIRE(started.reaches(4));  // front, keeper, program and its child
  started.send(signal_number);
  started.send(SIGTERM);  // impatience must not interrupt the killing
  CHECK(started.wait() == 2);
  CHECK(started.processes().empty());
  CHECK(started.messages().find("stopped by") != std::string::npos);
  CHECK(!std::filesystem::exists(folder / "facts"));
  CHECK(!std::filesystem::exists(folder / "facts.partial"));
}

TEST_CASE("a runner killed with SIGKILL takes all descendants with it") {
  const TemporaryFolder folder;
  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--", test_program("escape_session")});
  REQUIRE(started.reaches(4));
  started.send(SIGKILL);
  CHECK(started.wait() == -SIGKILL);
  CHECK(started.reaches(0));
  CHECK(!std::filesystem::exists(folder / "facts"));
}

TEST_CASE("facts go to what is no regular file, too") {
  const TemporaryFolder folder;
  StartedRunner started(folder, {"run", "--facts", "/dev/stderr", "--", test_program("exit_with"), "3"});
  REQUIRE(started.wait() == 0);
  CHECK(nlohmann::json::parse(started.messages())["exit_code"] == 3);
  CHECK(std::filesystem::is_symlink("/dev/stderr"));
}

TEST_CASE("a program that replaces the facts file is found out") {
  const TemporaryFolder folder;
  const std::string facts = folder / "facts";
  StartedRunner started(
      folder, {"run", "--facts", facts, "--", "/bin/sh", "-c",
               "rm " + facts + ".partial; echo '{\"outcome\": \"exited\"}' > " + facts + ".partial"});
  CHECK(started.wait() == 2);
  CHECK(started.messages().find("replaced the facts file") != std::string::npos);
  CHECK(!std::filesystem::exists(facts));
}

TEST_CASE("what a program writes into the facts file does not count") {
  const TemporaryFolder folder;
  const std::string facts = folder / "facts";
  StartedRunner started(folder, {"run", "--facts", facts, "--", "/bin/sh", "-c",
                                 "echo forged > " + facts + ".partial; echo forged > " + facts + "; exit 4"});
  REQUIRE(started.wait() == 0);
  CHECK(facts_in(facts)["exit_code"] == 4);
}
