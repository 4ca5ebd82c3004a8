// Computes in a process that, every 3 ms, makes another one and ends: none exists for long. The first one
// sleeps all the while.
#include <ctime>

#include "burn.hpp"
#include "safety_net.hpp"

int main() {
  arm_safety_net();
  if (fork() == 0) {
    for (int generation = 0; generation < 3000; ++generation) {
      burn(3);
      if (fork() != 0) _exit(0);
      arm_safety_net();
    }
  }
  pause();
}
