// Sends everything that may hurt to its parent and to process 1, and goes on.
#include <signal.h>

#include "attempt.hpp"
#include "pause_ms.hpp"

int main() {
  require_pid_namespace();
  for (int number = 1; number < NSIG; ++number) {
    kill(getppid(), number);
    kill(1, number);
  }
  pause_ms(20);
  std::printf("the parent is %d, and still there\n", getppid());
}
