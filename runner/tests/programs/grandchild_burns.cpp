// A grandchild in a session of its own computes for the given number of milliseconds, while child and parent
// wait.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "burn.hpp"

int main(int, char** argv) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0) burn(std::atol(argv[1]));
    wait(nullptr);
    _exit(0);
  }
  wait(nullptr);
}
