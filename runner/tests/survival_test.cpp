// No process outlives the runner, whichever of its processes is killed; and facts are there whole or not at
// all.

#include <fcntl.h>
#include <poll.h>
#include <sys/fanotify.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iostream>

#include "base/descriptor.hpp"
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

/// Holds every process that is about to execute a file; root alone may.
class HeldExecutions {
 public:
  explicit HeldExecutions(const std::string& path)
      : events_(fanotify_init(FAN_CLASS_CONTENT | FAN_CLOEXEC, O_RDONLY | O_CLOEXEC)) {
    is_possible = events_.number() >= 0 && fanotify_mark(events_.number(), FAN_MARK_ADD, FAN_OPEN_EXEC_PERM,
                                                         AT_FDCWD, path.c_str()) == 0;
  }

  /// The process that waits.
  pid_t next() {
    fanotify_event_metadata event{};
    pollfd source{events_.number(), POLLIN, 0};
    REQUIRE(poll(&source, 1, 20'000) == 1);
    REQUIRE(read(events_.number(), &event, sizeof event) == sizeof event);
    file_ = base::Descriptor(event.fd);
    return event.pid;
  }

  /// Lets all go on.
  void release() { events_ = base::Descriptor(); }

  bool is_possible = false;

 private:
  base::Descriptor events_, file_;
};

TEST_CASE("a process that is killed as it becomes the program is not taken for the program") {
  const TemporaryFolder folder;
  std::filesystem::copy_file(test_program("exit_with"), folder / "program");
  HeldExecutions held(folder / "program");
  if (!held.is_possible) {
    std::cout << "skipped: the tests do not run as root, or the kernel holds no executions\n";
    return;
  }
  const bool is_killed = GENERATE(true, false);
  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--", folder / "program", "3"});
  const pid_t about_to_begin = held.next();
  if (is_killed) kill(about_to_begin, SIGKILL);
  held.release();
  CHECK(started.wait() == (is_killed ? 2 : 0));
  CHECK(std::filesystem::exists(folder / "facts") == !is_killed);
  if (!is_killed) CHECK(facts_in(folder / "facts")["exit_code"] == 3);
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
