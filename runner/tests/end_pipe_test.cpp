// Tests that a caller can end a program by a pipe, and still gets its facts.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "base/descriptor.hpp"
#include "runner/tests/descendants.hpp"
#include "runner/tests/start_runner.hpp"

#include CATCH2_HEADER

namespace {

/// The named pipe, and the caller's end of it.
struct EndPipe {
  EndPipe() {
    REQUIRE(mkfifo(path().c_str(), 0600) == 0);
    writing = base::Descriptor(open(path().c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
    REQUIRE(writing.number() >= 0);
  }
  std::string path() const { return folder / "end"; }
  void say() const { REQUIRE(write(writing.number(), "1", 1) == 1); }

  /// Starts this program under limits that it does not meet.
  StartedRunner start(const std::string& program, const std::vector<std::string>& words = {}) const {
    std::vector<std::string> arguments = {
        "run",      "--facts",      folder / "facts",     "--end-pipe", path(),
        "--stdout", folder / "out", "--cpu-limit-ms",     "60000",      "--wall-limit-ms",
        "60000",    "--",           test_program(program)};
    arguments.insert(arguments.end(), words.begin(), words.end());
    return StartedRunner(folder, arguments);
  }
  nlohmann::json facts() const { return facts_in(folder / "facts"); }

  TemporaryFolder folder;
  base::Descriptor writing;
};

void check_that_it_was_ended(StartedRunner& runner, const EndPipe& pipe) {
  REQUIRE(runner.wait() == 0);
  CHECK(living_descendants().empty());
  const auto facts = pipe.facts();
  CHECK(facts["outcome"] == "ended-by-caller");
  CHECK(facts["exit_code"].is_null());
  CHECK(facts["signal"] == SIGKILL);
  CHECK(facts["wall_ns"] < 60'000'000'000);
}

}  // namespace

TEST_CASE("a program with descendants that cling to life is ended by its caller") {
  EndPipe pipe;
  auto runner = pipe.start("forget_parent");
  REQUIRE(comes_to_say(pipe.folder / "out", "ready"));
  SECTION("who says so") {
    pipe.say();
  }
  SECTION("who goes away") {
    pipe.writing = base::Descriptor();
  }
  check_that_it_was_ended(runner, pipe);
}

TEST_CASE("a program that is to be ended before it is started is ended") {
  EndPipe pipe;
  pipe.say();
  auto runner = pipe.start("sleep_forever");
  check_that_it_was_ended(runner, pipe);
}

TEST_CASE("a program that its caller does not end ends by itself") {
  const EndPipe pipe;
  auto runner = pipe.start("exit_with", {"7"});
  REQUIRE(runner.wait() == 0);
  CHECK(pipe.facts()["outcome"] == "exited");
  CHECK(pipe.facts()["exit_code"] == 7);
}

TEST_CASE("a program that a limit ended was killed, and has no exit code") {
  const TemporaryFolder folder;
  StartedRunner runner(folder, {"run", "--facts", folder / "facts", "--wall-limit-ms", "50", "--",
                                test_program("sleep_forever")});
  REQUIRE(runner.wait() == 0);
  const auto facts = facts_in(folder / "facts");
  CHECK(facts["outcome"] == "wall-limit");
  CHECK(facts["exit_code"].is_null());
  CHECK(facts["signal"] == SIGKILL);
}
