// Asks for no signal when the parent dies, and leaves a daemon that does so, too; both sleep.
#include <sys/prctl.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdio>

#include "safety_net.hpp"

int main() {
  for (int number = 1; number < NSIG; ++number) {
    if (number != SIGALRM) std::signal(number, SIG_IGN);
  }
  prctl(PR_SET_PDEATHSIG, 0);
  arm_safety_net();
  if (fork() == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    arm_safety_net();
    std::puts("ready");
    std::fflush(stdout);
  }
  for (;;) pause();
}
