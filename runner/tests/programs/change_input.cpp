// Tries to change its input file in every way that a descriptor allows.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "attempt.hpp"

int main() {
  attempt("write", write(0, "forged", 6));
  attempt("truncate", ftruncate(0, 0));
  attempt("reopen", open("/proc/self/fd/0", O_RDWR));
  attempt("reopen to append", open("/dev/stdin", O_WRONLY | O_APPEND));
  attempt("reopen to cut", open("/proc/self/fd/0", O_RDONLY | O_TRUNC));
  attempt("truncate by name", truncate("/proc/self/fd/0", 0));
  attempt("change mode", fchmod(0, 0));
  attempt("change mode by name", chmod("/proc/self/fd/0", 0));
  attempt("change owner", fchown(0, 1000, 1000));
  attempt("change times", futimens(0, nullptr));
  attempt("punch a hole", fallocate(0, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 1 << 20));
  attempt("link", linkat(AT_FDCWD, "/proc/self/fd/0", AT_FDCWD, "/sandbox/input", AT_SYMLINK_FOLLOW));
  tried("map", mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 0, 0) != MAP_FAILED);
  return escaped;
}
