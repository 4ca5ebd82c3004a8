// Tries to write to the files by which the kernel is set up.
#include <fcntl.h>

#include <initializer_list>

#include "attempt.hpp"

int main() {
  for (const char* path :
       {"/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sys/vm/overcommit_memory",
        "/proc/sysrq-trigger", "/proc/1/oom_score_adj", "/proc/1/mem", "/sys/kernel/uevent_helper"}) {
    attempt(path, open(path, O_WRONLY));
  }
  return escaped;
}
