// A child uses the given number of milliseconds of CPU time; the parent waits for it.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "burn.hpp"

int main(int, char** argv) {
  if (fork() == 0) {
    burn(std::atol(argv[1]));
    _exit(0);
  }
  wait(nullptr);
}
