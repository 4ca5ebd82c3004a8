// Tries to raise its own hard limits.
#include <sys/resource.h>

#include "attempt.hpp"

int main() {
  const struct {
    const char* name;
    __rlimit_resource resource;
  } limits[] = {{"core", RLIMIT_CORE}, {"CPU time", RLIMIT_CPU}, {"file size", RLIMIT_FSIZE}};
  for (const auto& [name, resource] : limits) {
    const rlimit everything{RLIM_INFINITY, RLIM_INFINITY};
    attempt(name, setrlimit(resource, &everything));
  }
  return escaped;
}
