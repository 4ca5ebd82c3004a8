// Waits for a signal that never comes.
#include "safety_net.hpp"

int main() {
  arm_safety_net();
  pause();
}
