// Tries to do to its output what only a file would bear: to cut, to fill and to rewrite it.
#include <fcntl.h>
#include <sys/mman.h>

#include "attempt.hpp"

int main() {
  attempt("seek", lseek(STDERR_FILENO, 0, SEEK_SET));
  attempt("truncate", ftruncate(STDERR_FILENO, 1 << 30));
  attempt("allocate", fallocate(STDERR_FILENO, 0, 0, 1 << 30));
  tried("map", mmap(nullptr, 4096, PROT_WRITE, MAP_SHARED, STDERR_FILENO, 0) != MAP_FAILED);
  char path[256] = {};
  if (readlink("/proc/self/fd/1", path, sizeof path - 1) < 0) return 1;
  std::printf("the output is %.5s\n", path);
  return escaped;
}
