// Starts a kernel that never ends, and waits for it.
#include "endless_kernel.cuh"
#include "safety_net.hpp"

int main() {
  arm_safety_net();
  run_endless_kernel();
}
