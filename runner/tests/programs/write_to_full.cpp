// Writes to the device that is always full.
#include <fcntl.h>

#include "attempt.hpp"

int main() {
  attempt("write", write(open("/dev/full", O_WRONLY), "x", 1));
  return escaped;
}
