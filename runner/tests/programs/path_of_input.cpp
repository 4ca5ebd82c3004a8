// Prints where its input is, according to /proc, and looks for what is next to it.
#include <fcntl.h>

#include "attempt.hpp"

int main() {
  char path[4096] = {};
  if (readlink("/proc/self/fd/0", path, sizeof path - 1) < 0) return 1;
  std::printf("the input is %s\n", path);
  attempt("neighbour", openat(0, "../answer", O_RDONLY));
  attempt("parent", open("/proc/self/fd/0/..", O_RDONLY));
  return escaped;
}
