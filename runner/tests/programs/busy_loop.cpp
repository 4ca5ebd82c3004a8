// Computes forever.
#include "safety_net.hpp"

int main() {
  arm_safety_net();
  for (volatile unsigned turn = 0;;) turn = turn + 1;
}
