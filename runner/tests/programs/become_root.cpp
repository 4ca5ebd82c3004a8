// Tries to become root, and to join groups.
#include <grp.h>
#include <unistd.h>

#include "attempt.hpp"

int main() {
  attempt("setuid", setuid(0));
  attempt("setresuid", setresuid(0, 0, 0));
  attempt("setgid", setgid(0));
  const gid_t root = 0;
  attempt("setgroups", setgroups(1, &root));
  attempt("seteuid of nobody", seteuid(65534));
  return escaped;
}
