// Looks for the control groups that limit it.
#include <fcntl.h>

#include <fstream>
#include <string>

#include "attempt.hpp"

int main() {
  attempt("folder", open("/sys/fs/cgroup", O_RDONLY));
  std::ifstream groups("/proc/self/cgroup");
  int named = 0;
  for (std::string line; std::getline(groups, line);) {
    if (!line.ends_with(":/")) ++named;
  }
  std::printf("%d paths told\n", named);
  return escaped;
}
