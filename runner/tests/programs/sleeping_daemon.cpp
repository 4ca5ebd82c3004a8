// Becomes a daemon the classic way (fork, setsid, fork), which then sleeps; the first process exits 0.
#include <sys/wait.h>

#include "safety_net.hpp"

int main() {
  const pid_t child = fork();
  if (child != 0) {
    waitpid(child, nullptr, 0);
    return 0;
  }
  setsid();
  if (fork() != 0) return 0;
  arm_safety_net();
  pause();
}
