// Tries to start a child in a new user namespace, where it would be root.
#include <linux/sched.h>
#include <signal.h>
#include <sys/syscall.h>

#include "attempt.hpp"

int main() {
  const long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, nullptr, nullptr, nullptr, nullptr);
  if (child == 0) _exit(0);
  attempt("clone", child);
  clone_args arguments{};
  arguments.flags = CLONE_NEWUSER;
  arguments.exit_signal = SIGCHLD;
  const long other = syscall(SYS_clone3, &arguments, sizeof arguments);
  if (other == 0) _exit(0);
  attempt("clone3", other);
  return escaped;
}
