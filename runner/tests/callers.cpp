#include "runner/tests/callers.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <set>

#include "runner/sandbox/isolation/cgroup_places.hpp"

namespace {

/// Unassigned numbers, see "Users, Groups, UIDs and GIDs on systemd Systems"; where only few numbers exist,
/// as in containers: nobody.
constexpr uid_t free_user = 0x6f000000;
constexpr uid_t nobody = 65534;

/// Whether `work` returns true in a child process.
template <class Work>
bool holds_in_child(Work work) {
  const pid_t child = fork();
  if (child == 0) _exit(work() ? 0 : 1);
  int status = 1;
  return waitpid(child, &status, 0) == child && status == 0;
}

bool can_become(uid_t user) {
  return holds_in_child(
      [user] { return setresgid(user, user, user) == 0 && setresuid(user, user, user) == 0; });
}

bool can_reach(uid_t user, const std::string& path) {
  return holds_in_child(
      [&] { return setresuid(user, user, user) == 0 && access(path.c_str(), R_OK | X_OK) == 0; });
}

std::set<std::string> places() {
  const auto found = runner::find_cgroup_places();
  if (!found.obstacle.empty()) return {};
  return {found.memory, found.cpu, found.processes};
}

void give(const std::string& path, uid_t user) {
  if (chown(path.c_str(), user, user) != 0 && errno != ENOENT) {
    throw std::runtime_error("cannot give away " + path);
  }
}

/// Removes a control group and all below it.
void remove_groups(const std::filesystem::path& folder) {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    if (entry.is_directory(none)) remove_groups(entry.path());
  }
  runner::remove_cgroup(folder, 1000);
}

}  // namespace

bool CallerOrObstacle::is_to_be_had() const {
  if (!obstacle.empty()) std::cout << "skipped: no such caller: " << obstacle << '\n';
  return obstacle.empty();
}

CallerOrObstacle ordinary_user() {
  if (geteuid() != 0) return {{}, "the tests run as an ordinary user already"};
  Caller caller;
  caller.user = can_become(free_user) ? free_user : nobody;
  if (!can_become(*caller.user)) return {{}, "no other user can be had here"};
  for (const std::string& path : {runner_path(), test_program("exit_with")}) {
    if (!can_reach(*caller.user, path)) return {{}, "no ordinary user may reach " + path};
  }
  return {caller, {}};
}

DelegatedGroups::DelegatedGroups() : owner_(ordinary_user()) {
  if (!owner_.obstacle.empty()) return;
  const auto found = places();
  if (found.empty()) {
    owner_.obstacle = runner::find_cgroup_places().obstacle;
    return;
  }
  const std::string name = "runner-tests-" + std::to_string(getpid());
  for (const auto& place : found) {
    const std::string folder = place + "/" + name;
    if (mkdir(folder.c_str(), 0755) != 0) {
      owner_.obstacle = "cannot make " + folder;
      return;
    }
    owner_.caller.groups.push_back(folder);
    for (const char* file : {"", "/cgroup.procs", "/cgroup.threads", "/cgroup.subtree_control", "/tasks"}) {
      give(folder + file, *owner_.caller.user);
    }
  }
}

DelegatedGroups::~DelegatedGroups() {
  for (const auto& folder : owner_.caller.groups) remove_groups(folder);
}

std::vector<std::string> groups_of_runs(const Caller& caller) {
  const std::set<std::string> folders =
      caller.groups.empty() ? places() : std::set<std::string>(caller.groups.begin(), caller.groups.end());
  std::vector<std::string> groups;
  for (const auto& folder : folders) {
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
      const std::string name = entry.path().filename();
      if (name.starts_with("warp-judge-") && name != "warp-judge-callers") groups.push_back(entry.path());
    }
  }
  return groups;
}
