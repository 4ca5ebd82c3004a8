// Takes a name that looks like a line of /proc/PID/stat and computes forever in a child.
#include <sys/prctl.h>
#include <sys/wait.h>

#include "safety_net.hpp"

int main() {
  prctl(PR_SET_NAME, ") R 1 1 1 (x");
  arm_safety_net();
  if (fork() == 0) {
    arm_safety_net();
    for (volatile unsigned turn = 0;;) turn = turn + 1;
  }
  wait(nullptr);
}
