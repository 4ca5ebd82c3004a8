// Kills every process that it may kill.
#include <signal.h>

#include "attempt.hpp"

int main() {
  require_pid_namespace();
  attempt("kill everybody", kill(-1, SIGKILL));
  return escaped;
}
