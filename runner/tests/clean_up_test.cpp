// Tests that nothing of a run remains, whatever happens: no process, mount, control group, file or shared
// memory.

#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <set>
#include <thread>

#include "runner/sandbox/system/owned_name.hpp"
#include "runner/tests/callers.hpp"
#include "runner/tests/chroot.hpp"
#include "runner/tests/descendants.hpp"

#include CATCH2_HEADER

namespace {

/// Mounts that the rest of the machine makes meanwhile are
/// out of sight; those of the runner would come through.
void leave_other_mounts() {
  if (geteuid() != 0 || unshare(CLONE_NEWNS) != 0) return;
  mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
  mount(nullptr, "/", nullptr, MS_REC | MS_SHARED, nullptr);
}

/// The owner's number is the first one in the names of what a run leaves: "warp-judge-PID-...".
bool has_dead_owner(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename();
  const int owner = std::atoi(name.c_str() + std::string("warp-judge-").size());
  return owner == 0 || kill(owner, 0) != 0;
}

/// Everything that could remain, as far as it belongs to no living process.
std::set<std::string> traces(const Caller& caller) {
  std::set<std::string> found;
  for (const auto& group : groups_of_runs(caller)) {
    if (has_dead_owner(group)) found.insert("control group " + group);
  }
  for (const char* folder : {"/tmp", "/dev/shm", "/var/tmp"}) {
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
      const std::string name = entry.path().filename();
      // What begins with the second is the judge's: others may be at work.
      if (!name.starts_with("warp-judge-") || name.starts_with("warp-judge-scratch-")) continue;
      if (has_dead_owner(name)) found.insert("file " + entry.path().string());
    }
  }
  std::istringstream mounts(text_of_file("/proc/self/mountinfo")),
      segments(text_of_file("/proc/sysvipc/shm"));
  for (std::string line; std::getline(mounts, line);) found.insert("mount " + line);
  for (std::string line; std::getline(segments, line);) found.insert("memory " + line.substr(0, 30));
  return found;
}

/// The traces of now that were not there before; the kernel and other runners on this machine may take a moment.
std::set<std::string> new_traces(const std::set<std::string>& before, const Caller& caller) {
  std::set<std::string> added;
  for (int attempt = 0; attempt < 3000; ++attempt) {
    added.clear();
    const auto now = traces(caller);
    std::set_difference(now.begin(), now.end(), before.begin(), before.end(),
                        std::inserter(added, added.end()));
    if (added.empty()) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return added;
}

int run(const std::vector<std::string>& command, const Caller& caller) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = {"run", "--facts", folder / "facts", "--"};
  arguments.push_back(test_program(command[0]));
  arguments.insert(arguments.end(), command.begin() + 1, command.end());
  StartedRunner started(folder, arguments, caller);
  return started.wait();
}

/// Whether the runner of `caller` names an isolation as missing: then it cannot promise all of this.
bool lacks(const Caller& caller, const std::string& isolation) {
  const TemporaryFolder folder;
  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--", test_program("exit_with"), "0"},
                        caller);
  const int code = started.wait();
  INFO(started.messages());
  REQUIRE(code == 0);
  return facts_in(folder / "facts")["isolation"]["missing"].dump().find(isolation) != std::string::npos;
}

void check_many_runs(int number, const Caller& caller) {
  std::vector<std::vector<std::string>> commands = {{"exit_with", "0"},
                                                    {"sleeping_daemon"},
                                                    {"locked_folders"},
                                                    {"system_v_memory", "1"},
                                                    {"no-such-program"}};
  if (lacks(caller, "ipc-namespace")) commands[3] = {"exit_with", "3"};
  leave_other_mounts();
  const auto before = traces(caller);
  for (int i = 0; i < number; ++i) {
    CAPTURE(i);
    REQUIRE(run(commands[static_cast<std::size_t>(i) % commands.size()], caller) == 0);
    REQUIRE(living_descendants().empty());
  }
  CHECK(new_traces(before, caller) == std::set<std::string>());
}

/// Kills the front, the keeper or both, in turn.
void check_killed_runs(int number, const Caller& caller) {
  if (lacks(caller, "pid-namespace")) {
    WARN("skipped: without a PID namespace daemons outlive a killed keeper");
    return;
  }
  leave_other_mounts();
  const auto before = traces(caller);
  for (int i = 0; i < number; ++i) {
    CAPTURE(i);
    const TemporaryFolder folder;
    StartedRunner started(
        folder,
        {"run", "--facts", folder / "facts", "--stdout", folder / "out", "--", test_program("forget_parent")},
        caller);
    REQUIRE(comes_to_say(folder / "out", "ready"));
    const auto keepers = children_of(started.pid());
    REQUIRE(keepers.size() == 1);
    if (i % 3 != 0) kill(keepers[0], i % 3 == 1 ? SIGKILL : SIGSTOP);
    if (i % 3 != 1) started.send(SIGKILL);
    if (i % 3 == 2) kill(keepers[0], SIGKILL);
    CHECK(started.wait() != 0);
    REQUIRE(all_descendants_end());
    if (i % 3 == 1) CHECK(new_traces(before, caller) == std::set<std::string>());  // by the front
  }
  REQUIRE(run({"exit_with", "0"}, caller) == 0);  // the next run cleans up
  CHECK(new_traces(before, caller) == std::set<std::string>());
}

}  // namespace

TEST_CASE("nothing remains of many runs", "[alone]") {
  check_many_runs(60, {});
}

TEST_CASE("nothing remains of killed runs", "[alone]") {
  check_killed_runs(9, {});
}

TEST_CASE("nothing remains of an ordinary user's runs, in control groups", "[alone]") {
  const DelegatedGroups groups;
  if (!groups.owner().is_to_be_had()) return;
  check_many_runs(20, groups.owner().caller);
  check_killed_runs(6, groups.owner().caller);
}

TEST_CASE("nothing remains of an ordinary user's runs, without control groups", "[alone]") {
  const auto user = ordinary_user();
  if (!user.is_to_be_had()) return;
  check_many_runs(20, user.caller);
  check_killed_runs(6, user.caller);
}

TEST_CASE("only folders that a dead run has left are removed, and nothing outside of them") {
  if (lacks({}, "pid-namespace")) return;
  const TemporaryFolder outside;
  std::ofstream(outside / "kept") << "content";
  const pid_t dead = fork();
  if (dead == 0) _exit(pause());
  const std::string left = "/tmp/" + runner::owned_name(dead);
  std::filesystem::create_directories(left + "/locked/deep");
  std::filesystem::create_directory_symlink(outside.path(), left + "/locked/link");
  std::filesystem::permissions(left + "/locked", std::filesystem::perms::none);
  const std::string deceit = "/tmp/warp-judge-" + std::to_string(dead) + "-1" + left.substr(left.rfind('-'));
  std::filesystem::create_directory_symlink(outside.path(), deceit);
  kill(dead, SIGKILL);  // from now on any run may remove it
  REQUIRE(waitpid(dead, nullptr, 0) == dead);

  const TemporaryFolder folder;
  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--stdout", folder / "out", "--",
                                 test_program("forget_parent")});
  REQUIRE(comes_to_say(folder / "out", "ready"));
  const auto keepers = children_of(started.pid());
  REQUIRE(keepers.size() == 1);
  kill(keepers[0], SIGKILL);
  CHECK(started.wait() == 2);
  CHECK(text_of_file(outside / "kept") == "content");
  CHECK(!std::filesystem::exists(left));
  std::filesystem::remove(deceit);
}

TEST_CASE("nothing remains of runs without namespaces", "[alone]") {
  const ChrootTree tree;
  const auto user = ordinary_user();
  if (!tree.guest().is_to_be_had() || !user.is_to_be_had()) return;
  Caller caller = user.caller;
  caller.root = tree.guest().caller.root;
  REQUIRE(lacks(caller, "private-filesystem"));
  check_many_runs(10, caller);
}

TEST_CASE("nothing remains of 2000 runs", "[.long]") {
  check_many_runs(2000, {});
}

TEST_CASE("nothing remains of 200 killed runs", "[.long]") {
  check_killed_runs(200, {});
}
