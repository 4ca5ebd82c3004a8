// The first process exits 0 at once; a child forks on and ends, again and again, so that no number is its own
// for long.
#include "safety_net.hpp"

int main() {
  if (fork() != 0) return 0;
  for (int generation = 0; generation < 100'000; ++generation) {
    if (fork() != 0) _exit(0);
    arm_safety_net();
  }
}
