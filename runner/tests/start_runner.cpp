#include "runner/tests/start_runner.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace {

std::string new_mark() {
  static int count = 0;
  return fmt::format("RUNNER_TEST_MARK={}-{}", getpid(), ++count);
}

void take_on(const CallerState& state) {
  if (state.standard_streams_closed) {
    for (int stream = 0; stream < 3; ++stream) close(stream);
  }
  if (state.signals_ignored) {
    signal(SIGCHLD, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
  }
  if (state.descriptors_open) {
    const int null = open("/dev/null", O_RDONLY);
    for (const int number : {3, 7, 200}) {
      if (number != null) dup2(null, number);
    }
  }
}

bool is_zombie(const std::string& process_folder) {
  const std::string stat = text_of_file(process_folder + "/stat");
  return stat.find(") Z ") != std::string::npos;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "runner-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder " + pattern);
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::filesystem::remove_all(path_);
}

StartedRunner::StartedRunner(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                             const CallerState& state)
    : mark_(new_mark()), output_file_(folder / "output"), messages_file_(folder / "messages"), pid_(fork()) {
  if (pid_ < 0) throw std::runtime_error("cannot start a process");
  if (pid_ > 0) return;
  dup2(open(output_file_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), STDOUT_FILENO);
  dup2(open(messages_file_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), STDERR_FILENO);
  take_on(state);
  putenv(mark_.data());
  std::vector<char*> words = {const_cast<char*>(RUNNER_PATH)};
  for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  execv(RUNNER_PATH, words.data());
  _exit(127);
}

int StartedRunner::wait() {
  int status = 0;
  if (waitpid(pid_, &status, 0) != pid_) throw std::runtime_error("cannot wait for the runner");
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

std::vector<pid_t> StartedRunner::processes() const {
  std::vector<pid_t> marked;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string environment = text_of_file(entry.path() / "environ");
    if (environment.find(mark_ + '\0') != std::string::npos && !is_zombie(entry.path())) {
      marked.push_back(std::stoi(name));
    }
  }
  return marked;
}

bool StartedRunner::reaches(std::size_t number_of_processes) const {
  for (int attempt = 0; attempt < 500; ++attempt) {
    if (processes().size() == number_of_processes) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

std::string test_program(const std::string& name) {
  return std::string(PROGRAMS_PATH) + "/" + name;
}

std::string text_of_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

nlohmann::json facts_in(const std::string& path) {
  return nlohmann::json::parse(text_of_file(path));
}
