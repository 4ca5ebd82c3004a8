// Tries to make a node of the first disk and of the machine's memory.
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "attempt.hpp"

int main() {
  attempt("disk", mknod("/work/disk", S_IFBLK | 0666, makedev(8, 0)));
  attempt("memory", mknod("/work/memory", S_IFCHR | 0666, makedev(1, 1)));
  return escaped;
}
