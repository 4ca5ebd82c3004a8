// Tries to move to the core given, which is none of those that it was pinned to.
#include <sched.h>

#include "attempt.hpp"

int main(int, char** argv) {
  cpu_set_t wanted;
  CPU_ZERO(&wanted);
  CPU_SET(std::strtoul(argv[1], nullptr, 10), &wanted);
  attempt("sched_setaffinity", sched_setaffinity(0, sizeof wanted, &wanted));
  return escaped;
}
