// Tries to set up an io_uring, whose work no filter of system calls sees.
#include <linux/io_uring.h>
#include <sys/syscall.h>

#include "attempt.hpp"

int main() {
  io_uring_params parameters{};
  attempt("io_uring_setup", syscall(SYS_io_uring_setup, 4, &parameters));
  attempt("io_uring_enter", syscall(SYS_io_uring_enter, 0, 0, 0, 0, nullptr, 0));
  attempt("io_uring_register", syscall(SYS_io_uring_register, 0, 0, nullptr, 0));
  return escaped;
}
