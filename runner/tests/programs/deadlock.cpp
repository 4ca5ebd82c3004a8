// Two threads wait for each other.
#include <thread>

#include "safety_net.hpp"

int main() {
  arm_safety_net();
  int one[2], other[2];
  if (pipe(one) != 0 || pipe(other) != 0) return 1;
  char letter = 'x';
  std::thread thread([&] {
    if (read(one[0], &letter, 1) == 1) (void)!write(other[1], &letter, 1);
  });
  if (read(other[0], &letter, 1) == 1) (void)!write(one[1], &letter, 1);
  thread.join();
}
