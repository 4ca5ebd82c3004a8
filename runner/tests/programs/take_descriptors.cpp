// Tries to take a descriptor out of another process.
#include <sys/syscall.h>

#include "attempt.hpp"

int main() {
  const long process = syscall(SYS_pidfd_open, getppid(), 0);
  attempt("pidfd_getfd", syscall(SYS_pidfd_getfd, process, 0, 0));
  return escaped;
}
