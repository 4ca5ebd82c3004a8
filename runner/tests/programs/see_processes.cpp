// Counts the processes that /proc shows and reads what it can of them.
#include <dirent.h>
#include <fcntl.h>

#include <string>

#include "attempt.hpp"

int main() {
  DIR* processes = opendir("/proc");
  if (processes == nullptr) return 1;
  int others = 0;
  while (const dirent* entry = readdir(processes)) {
    const int pid = std::atoi(entry->d_name);
    if (pid > 0 && pid != getpid()) ++others;
  }
  std::printf("%d others\n", others);
  for (const char* file : {"environ", "cmdline", "maps", "mountinfo", "ns/mnt"}) {
    attempt(file, open((std::string("/proc/1/") + file).c_str(), O_RDONLY));
  }
  return others == 0 ? escaped : 9;
}
