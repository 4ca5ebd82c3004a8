// Tries to hear of what others do with files that it can see.
#include <fcntl.h>
#include <sys/fanotify.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "attempt.hpp"

int main() {
  attempt("inotify_init", syscall(SYS_inotify_init1, 0));
  attempt("inotify_add_watch", inotify_add_watch(-1, "/usr/bin", IN_OPEN));
  attempt("fanotify_init", syscall(SYS_fanotify_init, FAN_CLASS_NOTIF | FAN_REPORT_FID, 0));
  attempt("fanotify_mark", fanotify_mark(-1, FAN_MARK_ADD, FAN_OPEN, AT_FDCWD, "/usr/bin"));
  const int folder = open("/usr/bin", O_RDONLY);
  attempt("dnotify", fcntl(folder, F_NOTIFY, DN_ACCESS | DN_MULTISHOT));
  const int own = open("own", O_RDWR | O_CREAT, 0600);
  attempt("lease", fcntl(own, F_SETLEASE, F_WRLCK));

  const int shared = open("/usr/bin/env", O_RDONLY);
  unsigned long range[2] = {0, 4096}, found[5] = {};
  attempt("cachestat", syscall(451 /* SYS_cachestat */, shared, range, found, 0));
  char byte = 0;
  const iovec part{&byte, 1};
  attempt("cached pages", preadv2(shared, &part, 1, 0, RWF_NOWAIT));
  std::printf("one byte: %ld\n", preadv2(shared, &part, 1, 0, 0));
  return escaped;
}
