// Tries to read and to change the limits of process 1.
#include <sys/resource.h>

#include "attempt.hpp"

int main() {
  rlimit limit{0, 0};
  attempt("read", prlimit(1, RLIMIT_CPU, nullptr, &limit));
  attempt("change", prlimit(1, RLIMIT_CPU, &limit, nullptr));
  return escaped;
}
