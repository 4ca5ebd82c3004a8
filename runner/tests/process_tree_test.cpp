#include "runner/sandbox/system/process_tree.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <vector>

#include CATCH2_HEADER

using namespace runner;

namespace {

constexpr std::string_view numbers =
    "7 42 42 0 -1 4194560 1190 3 0 0 11 22 33 44 20 0 5 0 987654 8192 100 18446744073709551615 1 1 0";

}  // namespace

TEST_CASE("a process's line is read whatever its name is") {
  const auto name = GENERATE("cat", "a b", ") R 1 (", "((", "))", "");
  CAPTURE(name);
  const auto stat = parse_process_stat("123 (" + std::string(name) + ") S " + std::string(numbers));
  REQUIRE(stat);
  CHECK(stat->pid == 123);
  CHECK(stat->parent == 7);
  CHECK(stat->group == 42);
  CHECK(stat->waited_cpu_ns == (33 + 44) * (1'000'000'000 / sysconf(_SC_CLK_TCK)));
  CHECK(stat->threads == 5);
  CHECK(stat->started == 987654);
  CHECK(stat->resident_bytes == 100 * sysconf(_SC_PAGESIZE));
  CHECK(stat->has_executed);
}

TEST_CASE("what is no process's line is refused") {
  const auto text =
      GENERATE("", "123", "123 (cat", "123 (cat)", "123 (cat) S", "123 (cat) S 1 2 3", "x (cat) S 1 2 3");
  CAPTURE(text);
  CHECK(!parse_process_stat(text));
}

TEST_CASE("a process that was only forked has executed no program") {
  const pid_t child = fork();
  if (child == 0)
    for (;;) pause();
  const auto forked = read_process_stat(child), self = read_process_stat(getpid());
  kill(child, SIGKILL);
  siginfo_t ended{};
  REQUIRE(waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) == 0);
  const auto dead = read_process_stat(child);
  waitpid(child, nullptr, 0);
  REQUIRE((forked && self && dead));
  CHECK(!forked->has_executed);
  CHECK(!dead->has_executed);
  CHECK(self->has_executed);
}

TEST_CASE("descendants are found once each, parents first") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    const pid_t grandchild = fork();
    if (grandchild != 0 && write(ends[1], &grandchild, sizeof grandchild) < 0) _exit(1);
    alarm(20);
    for (;;) pause();
  }
  pid_t grandchild = 0;
  REQUIRE(read(ends[0], &grandchild, sizeof grandchild) == sizeof grandchild);
  close(ends[0]);
  close(ends[1]);

  std::vector<pid_t> met;
  const auto meet = [&](pid_t pid) {
    met.push_back(pid);
    return true;
  };
  for_each_descendant(meet);
  CHECK(met == std::vector<pid_t>{child, grandchild});
  CHECK(read_process_stat(grandchild)->parent == child);
  CHECK(!share_memory(child, grandchild));
  CHECK(proportional_resident_bytes(child).value_or(0) > 0);

  kill(grandchild, SIGKILL);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  CHECK(!read_process_stat(child));
  CHECK(process_cpu_ns(child) == 0);
}
