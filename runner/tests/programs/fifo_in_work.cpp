// Puts a FIFO where a result may be looked for, and waits until somebody opens it.
#include <fcntl.h>
#include <sys/stat.h>

#include "safety_net.hpp"

int main() {
  arm_safety_net();
  if (mkfifo("output", 0666) != 0) return 1;
  return open("output", O_WRONLY) < 0 ? 2 : 3;
}
