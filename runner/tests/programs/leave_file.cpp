// Leaves a file in its folder, says so and sleeps for the given number of milliseconds.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "pause_ms.hpp"

int main(int, char** argv) {
  if (open("/sandbox/left", O_WRONLY | O_CREAT, 0666) < 0) return 1;
  std::puts("left");
  std::fflush(stdout);
  pause_ms(std::atol(argv[1]));
}
