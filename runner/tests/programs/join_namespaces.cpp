// Tries to join the namespaces of process 1, and its own again.
#include <fcntl.h>
#include <sched.h>
#include <sys/syscall.h>

#include <string>

#include "attempt.hpp"

int main() {
  for (const char* kind : {"user", "pid", "mnt", "net", "ipc", "uts", "cgroup"}) {
    attempt(kind, open((std::string("/proc/1/ns/") + kind).c_str(), O_RDONLY));
  }
  attempt("setns", setns(open("/proc/self/ns/user", O_RDONLY), 0));
  attempt("by process", setns(static_cast<int>(syscall(SYS_pidfd_open, getppid(), 0)), CLONE_NEWNS));
  return escaped;
}
