#include "runner/tests/descendants.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include "runner/tests/start_runner.hpp"

namespace {

bool is_zombie(pid_t pid) {
  const std::string stat = text_of_file("/proc/" + std::to_string(pid) + "/stat");
  const std::size_t name_end = stat.rfind(')');
  return name_end == std::string::npos || stat.compare(name_end, 3, ") Z") == 0;
}

void add_living(pid_t parent, std::vector<pid_t>& living) {
  for (const pid_t child : children_of(parent)) {
    if (!is_zombie(child)) living.push_back(child);
    add_living(child, living);
  }
}

}  // namespace

std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> children;
  const std::string threads = "/proc/" + std::to_string(pid) + "/task";
  std::error_code gone;  // the process may end meanwhile
  for (std::filesystem::directory_iterator thread(threads, gone), end; thread != end;
       thread.increment(gone)) {
    std::ifstream numbers(thread->path() / "children");
    for (pid_t child = 0; numbers >> child;) children.push_back(child);
  }
  return children;
}

std::vector<pid_t> living_descendants() {
  std::vector<pid_t> living;
  add_living(getpid(), living);
  return living;
}

bool all_descendants_end() {
  for (int attempt = 0; attempt < 12000; ++attempt) {
    if (living_descendants().empty()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}
