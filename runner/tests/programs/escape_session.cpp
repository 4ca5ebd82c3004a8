// A child moves to a session of its own and sleeps; the parent waits for it.
#include <sys/wait.h>

#include "safety_net.hpp"

int main() {
  const pid_t child = fork();
  arm_safety_net();
  if (child == 0) {
    setsid();
    pause();
  }
  waitpid(child, nullptr, 0);
}
