// Tries to make a node of the first disk and of the machine's memory.
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "attempt.hpp"

int main() {
  attempt("disk", mknod("/sandbox/disk", S_IFBLK | 0666, makedev(8, 0)));
  attempt("memory", mknod("/sandbox/memory", S_IFCHR | 0666, makedev(1, 1)));
  return escaped;
}
