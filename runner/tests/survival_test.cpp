// No process outlives the runner, whichever of its processes is killed; and facts are there whole or not at
// all.

#include <csignal>
#include <fstream>

#include "runner/tests/descendants.hpp"
#include "runner/tests/start_runner.hpp"

#include CATCH2_HEADER

namespace {

/// A run of a program that clings to life: it ignores signals,
/// has no wish to die with its parent, and has a daemon.
class StubbornRun {
 public:
  StubbornRun()
      : runner(folder, {"run", "--facts", folder / "facts", "--stdout", folder / "out", "--",
                        test_program("forget_parent")}) {
    REQUIRE(comes_to_say(folder / "out", "ready"));
  }

  bool has_facts() const {
    return std::filesystem::exists(folder / "facts") || std::filesystem::exists(folder / "facts.partial");
  }

  TemporaryFolder folder;
  StartedRunner runner;
};

}  // namespace

TEST_CASE("a runner asked to stop kills all descendants first") {
  const int signal_number = GENERATE(SIGTERM, SIGINT, SIGHUP, SIGQUIT);
  StubbornRun run;
  run.runner.send(signal_number);
  run.runner.send(SIGTERM);  // impatience must not interrupt the killing
  CHECK(run.runner.wait() == 2);
  CHECK(living_descendants().empty());
  CHECK(run.runner.messages().find("stopped by") != std::string::npos);
  CHECK(!run.has_facts());
}

TEST_CASE("a killed front takes all descendants with it") {
  StubbornRun run;
  run.runner.send(SIGKILL);
  CHECK(run.runner.wait() == -SIGKILL);
  CHECK(all_descendants_end());
  CHECK(!std::filesystem::exists(run.folder / "facts"));
}

TEST_CASE("a killed keeper takes all descendants with it, and the front says so") {
  StubbornRun run;
  const auto keepers = children_of(run.runner.pid());
  REQUIRE(keepers.size() == 1);
  kill(keepers[0], SIGKILL);
  CHECK(run.runner.wait() == 2);
  CHECK(run.runner.messages().find("keeper was killed") != std::string::npos);
  CHECK(all_descendants_end());
  CHECK(!std::filesystem::exists(run.folder / "facts"));
}

TEST_CASE("front and keeper killed at once take all descendants with them") {
  StubbornRun run;
  const auto keepers = children_of(run.runner.pid());
  REQUIRE(keepers.size() == 1);
  kill(keepers[0], SIGSTOP);  // it must not notice the front's death
  run.runner.send(SIGKILL);
  kill(keepers[0], SIGKILL);
  CHECK(run.runner.wait() == -SIGKILL);
  CHECK(all_descendants_end());
  CHECK(!std::filesystem::exists(run.folder / "facts"));
}

TEST_CASE("a stopped runner goes on when it is continued") {
  const TemporaryFolder folder;
  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--wall-limit-ms", "5000", "--",
                                 test_program("sleep"), "200"});
  started.send(SIGSTOP);
  started.send(SIGCONT);
  REQUIRE(started.wait() == 0);
  CHECK(facts_in(folder / "facts")["exit_code"] == 0);
}

TEST_CASE("facts go to what is no regular file, too") {
  const TemporaryFolder folder;
  StartedRunner started(folder, {"run", "--facts", "/dev/stderr", "--", test_program("exit_with"), "3"});
  REQUIRE(started.wait() == 0);
  CHECK(nlohmann::json::parse(started.messages())["exit_code"] == 3);
  CHECK(std::filesystem::is_symlink("/dev/stderr"));
}
