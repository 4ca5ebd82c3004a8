#include "runner/tests/start_runner.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "runner/sandbox/system/small_file.hpp"

namespace {

/// Enters a control group. One of version 2 may have got members of its own only below (cgroups(7), "no
/// internal processes"), where the runner has made a place for its callers.
bool enter_group(const std::string& folder) {
  for (const char* file : {"/cgroup.procs", "/warp-judge-callers/cgroup.procs"}) {
    const int members = open((folder + file).c_str(), O_WRONLY | O_CLOEXEC);
    if (members >= 0 && write(members, "0", 1) == 1) return true;
  }
  return false;
}

/// Enters a user namespace with the users and groups of these numbers, which only a process outside can map.
bool limit_users(std::uint32_t users) {
  int ready[2];
  const pid_t self = getpid();
  if (pipe2(ready, O_CLOEXEC) != 0) return false;
  const pid_t mapper = fork();
  char byte = 0;
  if (mapper == 0) {
    close(ready[1]);
    const bool waited = read(ready[0], &byte, 1) == 1;
    const std::string folder = "/proc/" + std::to_string(self), row = "0 0 " + std::to_string(users);
    const bool wrote = waited && runner::write_small_file(folder + "/uid_map", row) &&
                       runner::write_small_file(folder + "/gid_map", row);
    _exit(wrote ? 0 : 1);
  }
  int status = 1;
  if (unshare(CLONE_NEWUSER) != 0 || write(ready[1], &byte, 1) != 1) return false;
  return waitpid(mapper, &status, 0) == mapper && status == 0;
}

/// Called in the new process, before it becomes the runner.
void become(const Caller& caller) {
  for (const auto& folder : caller.groups) {
    if (!enter_group(folder)) _exit(126);
  }
  if (!caller.root.empty() && (chroot(caller.root.c_str()) != 0 || chdir("/") != 0)) _exit(124);
  if (caller.user) {
    const uid_t user = *caller.user;
    if (setgroups(0, nullptr) != 0 || setresgid(user, user, user) != 0 || setresuid(user, user, user) != 0) {
      _exit(125);
    }
  }
  if (caller.users > 0 && !limit_users(caller.users)) _exit(122);
  if (caller.umask) umask(*caller.umask);
  for (const auto& [resource, value] : caller.soft_limits) {
    rlimit limit{};
    getrlimit(static_cast<__rlimit_resource>(resource), &limit);
    limit.rlim_cur = value;
    if (setrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) _exit(123);
  }
  for (const auto& [resource, value] : caller.hard_limits) {
    const rlimit limit{value, value};
    if (setrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) _exit(123);
  }
  if (caller.standard_streams_closed) {
    for (int stream = 0; stream < 3; ++stream) close(stream);
  }
  if (caller.signals_ignored) {
    signal(SIGCHLD, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
  }
  if (caller.descriptors_open) {
    const int null = open("/dev/null", O_RDWR);
    for (const int number : {3, 7, 200}) {
      if (number != null) dup2(null, number);
    }
  }
  if (caller.environment_full) {
    setenv("WARP_JUDGE_SECRET", "42", 1);
    setenv("LD_PRELOAD", "/no-such-library.so", 1);
    setenv("LD_LIBRARY_PATH", "/no-such-folder", 1);
  }
}

}  // namespace

StartedRunner::StartedRunner(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                             const Caller& caller)
    : output_file_(folder / "output"), messages_file_(folder / "messages") {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (caller.user && chown(folder.path().c_str(), *caller.user, *caller.user) != 0) {
    throw std::runtime_error("cannot give away " + folder.path());
  }
  std::vector<char*> words = {const_cast<char*>(caller.runner.c_str())};
  for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("cannot start a process");
  if (pid_ > 0) return;
  dup2(open(output_file_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), STDOUT_FILENO);
  dup2(open(messages_file_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), STDERR_FILENO);
  become(caller);
  execv(caller.runner.c_str(), words.data());
  _exit(127);
}

int StartedRunner::wait() {
  int status = 0;
  while (waitpid(pid_, &status, 0) != pid_) {
    if (errno != EINTR) throw std::runtime_error("cannot wait for the runner");
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

void StartedRunner::send(int signal_number) const {
  kill(pid_, signal_number);
}

std::string StartedRunner::output() const {
  return text_of_file(output_file_);
}

std::string StartedRunner::messages() const {
  return text_of_file(messages_file_);
}

std::string test_program(const std::string& name) {
  return std::string(PROGRAMS_PATH) + "/" + name;
}

bool runner_is_sanitized() {
  return std::getenv("WARP_JUDGE_SANITIZED_RUNNER") != nullptr;
}

std::string runner_path() {
  return runner_is_sanitized() ? std::getenv("WARP_JUDGE_SANITIZED_RUNNER") : RUNNER_PATH;
}

std::string text_of_file(const std::string& path) {
  return base::contents_of(path);
}

nlohmann::json facts_in(const std::string& path) {
  return nlohmann::json::parse(text_of_file(path));
}

bool comes_to_say(const std::string& path, const std::string& text) {
  for (int attempt = 0; attempt < 6000; ++attempt) {
    if (text_of_file(path).find(text) != std::string::npos) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}
