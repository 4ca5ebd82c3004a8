// Tries to write into every folder of the system, and over its own program.
#include <fcntl.h>
#include <sys/stat.h>

#include <initializer_list>

#include "attempt.hpp"

int main(int, char** argv) {
  for (const char* path : {"/new", "/usr/new", "/usr/bin/new", "/usr/local/lib/new", "/bin/new", "/lib/new",
                           "/etc/new", "/etc/ld.so.preload", "/dev/new"}) {
    attempt(path, open(path, O_WRONLY | O_CREAT, 0600));
  }
  for (const char* path : {"/usr/bin/env", "/etc/passwd", "/etc/ld.so.cache"})
    attempt(path, open(path, O_WRONLY));
  attempt("remove", unlink("/usr/bin/env"));
  attempt("change mode", chmod("/usr/bin/env", 0777));
  attempt("own program", open(argv[0], O_WRONLY));
  attempt("remove own program", unlink(argv[0]));
  return escaped;
}
