// Starts the given number of children, which live at the same time for 100 ms, waits for all of them and
// exits 0.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "pause_ms.hpp"

int main(int, char** argv) {
  for (int i = std::atoi(argv[1]); i > 0; --i) {
    if (fork() == 0) {
      pause_ms(100);
      return 0;
    }
  }
  while (wait(nullptr) > 0) {
  }
}
