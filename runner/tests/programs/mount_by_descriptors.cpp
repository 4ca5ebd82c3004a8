// Tries to mount by the new calls.
#include <fcntl.h>
#include <sys/syscall.h>

#include "attempt.hpp"

int main() {
  attempt("fsopen", syscall(430, "tmpfs", 0));
  attempt("fspick", syscall(433, AT_FDCWD, "/sandbox", 0));
  attempt("open_tree", syscall(428, AT_FDCWD, "/", 1 /* clone */));
  attempt("move_mount", syscall(429, AT_FDCWD, "/usr", AT_FDCWD, "/sandbox", 0));
  attempt("mount_setattr", syscall(442, AT_FDCWD, "/usr", 0, nullptr, 0));
  return escaped;
}
