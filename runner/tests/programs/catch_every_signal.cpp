// Computes forever; whatever signal comes is caught and forgotten.
#include <csignal>

#include "safety_net.hpp"

int main() {
  for (int number = 1; number < NSIG; ++number) {
    if (number != SIGALRM) std::signal(number, [](int) {});
  }
  arm_safety_net();
  for (volatile unsigned turn = 0;;) turn = turn + 1;
}
