// Looks for a way up and out of its file system.
#include <fcntl.h>

#include "attempt.hpp"

int main() {
  for (int i = 0; i < 100; ++i) {
    if (chdir("..") != 0) return 1;
  }
  attempt("above the root", open("etc/shadow", O_RDONLY));
  attempt("root of process 1", open("/proc/1/root/etc/shadow", O_RDONLY));
  attempt("folder of process 1", open("/proc/1/cwd", O_RDONLY));
  attempt("program of process 1", open("/proc/1/exe", O_RDONLY));
  attempt("descriptor of process 1", open("/proc/1/fd/0", O_RDONLY));
  return escaped;
}
