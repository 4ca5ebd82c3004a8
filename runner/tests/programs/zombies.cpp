// Starts the given number of children, which end at once and are never waited for; prints how many it got.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "pause_ms.hpp"

int main(int, char** argv) {
  const int wanted = std::atoi(argv[1]);
  int got = 0;
  for (; got < wanted; ++got) {
    const pid_t child = fork();
    if (child < 0) break;
    if (child == 0) _exit(0);
  }
  pause_ms(50);
  std::printf("%d zombies\n", got);
}
