// Tries to change the file given, which it may read.
#include <fcntl.h>
#include <sys/stat.h>

#include "attempt.hpp"

int main(int, char** argv) {
  attempt("write", open(argv[1], O_WRONLY));
  attempt("append", open(argv[1], O_WRONLY | O_APPEND));
  attempt("truncate", truncate(argv[1], 0));
  attempt("change mode", chmod(argv[1], 0777));
  attempt("remove", unlink(argv[1]));
  return escaped;
}
