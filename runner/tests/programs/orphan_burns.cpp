// Exits 0 at once; a child goes on computing.
#include "safety_net.hpp"

int main() {
  if (fork() != 0) return 0;
  arm_safety_net();
  for (volatile unsigned turn = 0;;) turn = turn + 1;
}
