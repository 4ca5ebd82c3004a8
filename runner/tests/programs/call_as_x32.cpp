// Makes a system call of the x32 kind: getpid with another bit set.
#include <sys/syscall.h>

#include "attempt.hpp"

int main() {
  attempt("x32", syscall(0x40000000 + SYS_getpid));
  return escaped;
}
