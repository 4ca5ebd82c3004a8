// A daemon (fork, setsid, fork) computes forever, while the first process sleeps.
#include <sys/wait.h>

#include "safety_net.hpp"

int main() {
  arm_safety_net();
  if (fork() == 0) {
    setsid();
    if (fork() != 0) return 0;
    arm_safety_net();
    for (volatile unsigned turn = 0;;) turn = turn + 1;
  }
  wait(nullptr);
  pause();
}
