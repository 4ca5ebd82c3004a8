// Tries to use the kernel's keyrings, which outlive a program.
#include <sys/syscall.h>

#include "attempt.hpp"

int main() {
  attempt("add_key", syscall(SYS_add_key, "user", "left-behind", "x", 1, -4 /* the user's */));
  attempt("request_key", syscall(SYS_request_key, "user", "somebody's", nullptr, 0));
  attempt("keyctl", syscall(SYS_keyctl, 0 /* get the number */, -3 /* of the session's */, 1));
  return escaped;
}
