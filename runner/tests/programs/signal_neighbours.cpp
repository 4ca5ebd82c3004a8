// Looks for processes with the number given and the thousand after it: the tests, the runner and others.
#include <signal.h>

#include "attempt.hpp"

int main(int, char** argv) {
  const pid_t first = std::atoi(argv[1]);
  int found = 0;
  for (pid_t pid = first; pid < first + 1000; ++pid) {
    if (kill(pid, 0) == 0 || errno == EPERM) ++found;
  }
  attempt("kill", kill(first, 0));
  std::printf("%d neighbours\n", found);
  return found == 0 ? escaped : 9;
}
