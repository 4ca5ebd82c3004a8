// Tests that simultaneous runs do not affect each other.

#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iostream>
#include <memory>
#include <set>

#include "runner/sandbox/isolation/cgroup_places.hpp"
#include "runner/tests/callers.hpp"
#include "runner/tests/descendants.hpp"

#include CATCH2_HEADER

namespace {

/// Milliseconds: however busy the machine, all are still there when the last has started.
constexpr const char* long_ms = "60000";

/// Whose a process is, outside: "Uid:" of /proc/PID/status.
uid_t user_of(pid_t pid) {
  const std::string status = text_of_file("/proc/" + std::to_string(pid) + "/status");
  const std::size_t line = status.find("\nUid:");
  return line == std::string::npos ? 0 : static_cast<uid_t>(std::stoul(status.substr(line + 5)));
}

std::string output_of(const std::vector<std::string>& command) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = {"run", "--facts", folder / "facts", "--stdout", folder / "out", "--"};
  arguments.insert(arguments.end(), command.begin(), command.end());
  StartedRunner started(folder, arguments);
  REQUIRE(started.wait() == 0);
  return text_of_file(folder / "out");
}

}  // namespace

TEST_CASE("a run sees neither the files nor the processes of another one") {
  const TemporaryFolder folder;
  StartedRunner other(folder, {"run", "--facts", folder / "facts", "--stdout", folder / "out", "--",
                               test_program("leave_file"), "1000"});
  REQUIRE(comes_to_say(folder / "out", "left"));
  CHECK(output_of({test_program("list_folder"), "/sandbox"}) == "0 names\n");
  CHECK(output_of({test_program("read_file"), "/sandbox/left"}) == "read: No such file or directory\n");
  for (const pid_t pid : living_descendants()) {
    const std::string number = std::to_string(pid);
    CHECK(output_of({test_program("read_file"), "/proc/" + number + "/root/sandbox/left"}) ==
          "read: No such file or directory\n");
  }
  REQUIRE(other.wait() == 0);
  CHECK(facts_in(folder / "facts")["exit_code"] == 0);
}

TEST_CASE("every run has a user of its own when root starts it") {
  if (geteuid() != 0) {
    std::cout << "skipped: the tests do not run as root\n";
    return;
  }
  std::vector<std::unique_ptr<TemporaryFolder>> folders;
  std::vector<std::unique_ptr<StartedRunner>> runs;
  for (int i = 0; i < 3; ++i) {
    folders.push_back(std::make_unique<TemporaryFolder>());
    const auto& folder = *folders.back();
    runs.push_back(std::make_unique<StartedRunner>(
        folder, std::vector<std::string>{"run", "--facts", folder / "facts", "--stdout", folder / "out", "--",
                                         test_program("leave_file"), long_ms}));
    REQUIRE(comes_to_say(folder / "out", "left"));
  }
  std::set<uid_t> users;
  for (const pid_t pid : living_descendants()) {
    if (user_of(pid) != geteuid()) users.insert(user_of(pid));
  }
  CHECK(users.size() == 3);
  for (const uid_t user : users) CHECK(user >= 0x70000000);
  for (auto& run : runs) {
    run->send(SIGTERM);
    CHECK(run->wait() != 0);
  }
}

TEST_CASE("limits of runs side by side are their own") {
  std::vector<std::unique_ptr<TemporaryFolder>> folders;
  std::vector<std::unique_ptr<StartedRunner>> runs;
  for (int i = 0; i < 8; ++i) {
    folders.push_back(std::make_unique<TemporaryFolder>());
    const auto& folder = *folders.back();
    const bool modest = i % 2 == 0;
    runs.push_back(std::make_unique<StartedRunner>(
        folder, std::vector<std::string>{"run", "--facts", folder / "facts", "--memory-limit-bytes",
                                         "67108864", "--process-limit", "8", "--",
                                         test_program("touch_memory"), modest ? "50" : "70"}));
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    REQUIRE(runs[i]->wait() == 0);
    CHECK(facts_in(*folders[i] / "facts")["outcome"] == (i % 2 == 0 ? "exited" : "memory-limit"));
  }
}

TEST_CASE("descriptors that one program never receives keep no other run from starting") {
  const auto user = ordinary_user();
  if (!user.is_to_be_had()) return;
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  if (files.rlim_max < 8192) {
    std::cout << "skipped: a user may have no more files open here than a program\n";
    return;
  }
  Caller caller = user.caller;
  caller.soft_limits = {{RLIMIT_NOFILE, 1024}};
  const TemporaryFolder folder, other_folder;
  StartedRunner other(other_folder,
                      {"run", "--facts", other_folder / "facts", "--stdout", other_folder / "out", "--",
                       test_program("descriptors_under_way")},
                      caller);
  REQUIRE(comes_to_say(other_folder / "out", "refused"));
  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--", test_program("exit_with"), "0"},
                        caller);
  CHECK(started.wait() == 0);
  CHECK(started.messages() == "");
  other.send(SIGTERM);
  CHECK(other.wait() == 2);
}

TEST_CASE("a shortage of memory beyond the run's own limit is not the program's") {
  const DelegatedGroups groups;
  if (!groups.owner().is_to_be_had()) return;
  const auto limit_bytes = GENERATE(std::string("536870912"), std::string());
  const std::string file = runner::find_cgroup_places().is_v2 ? "/memory.max" : "/memory.limit_in_bytes";
  const auto run = [&](const char* mib) {
    const TemporaryFolder folder;
    std::vector<std::string> arguments = {"run", "--facts", folder / "facts"};
    if (!limit_bytes.empty()) arguments.insert(arguments.end(), {"--memory-limit-bytes", limit_bytes});
    arguments.insert(arguments.end(), {"--", test_program("touch_memory"), mib});
    StartedRunner started(folder, arguments, groups.owner().caller);
    const int code = started.wait();
    if (code != 0) return code == 3 ? "disturbed" : started.messages();
    return facts_in(folder / "facts")["outcome"].get<std::string>();
  };
  CHECK(run("600") == (limit_bytes.empty() ? "exited" : "memory-limit"));
  int limited = 0;
  for (const auto& group : groups.owner().caller.groups) {
    if (std::filesystem::exists(group + file)) std::ofstream(group + file) << (256 << 20), ++limited;
    const std::string with_swap = group + "/memory.memsw.limit_in_bytes";
    if (std::filesystem::exists(with_swap)) std::ofstream(with_swap) << (256 << 20);
  }
  REQUIRE(limited == 1);
  CHECK(run("50") == "exited");
  CHECK(run("400") == "disturbed");
}

TEST_CASE("root in a container that has few users runs programs as one of them") {
  if (geteuid() != 0) {
    std::cout << "skipped: the tests do not run as root\n";
    return;
  }
  Caller caller;
  caller.users = 65536;
  const TemporaryFolder folder;
  StartedRunner started(
      folder,
      {"run", "--facts", folder / "facts", "--stdout", folder / "out", "--", test_program("leave_file"), "0"},
      caller);
  const int code = started.wait();
  CHECK(started.messages() == "");
  REQUIRE(code == 0);
  CHECK(facts_in(folder / "facts")["outcome"] == "exited");
}
