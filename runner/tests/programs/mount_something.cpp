// Tries to mount, unmount and remount, by the old calls.
#include <sys/mount.h>
#include <sys/syscall.h>

#include "attempt.hpp"

int main() {
  attempt("mount", mount("none", "/sandbox", "tmpfs", 0, nullptr));
  attempt("mount proc", mount("proc", "/sandbox", "proc", 0, nullptr));
  attempt("bind", mount("/", "/sandbox", nullptr, MS_BIND | MS_REC, nullptr));
  attempt("remount", mount(nullptr, "/usr", nullptr, MS_REMOUNT | MS_BIND, nullptr));
  attempt("unmount", umount2("/sandbox", MNT_DETACH));
  attempt("pivot", syscall(SYS_pivot_root, ".", "."));
  return escaped;
}
