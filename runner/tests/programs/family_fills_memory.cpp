// Four children fill the given number of MiB each, side by side.
#include <sys/wait.h>
#include <unistd.h>

#include "fill.hpp"
#include "pause_ms.hpp"

int main(int, char** argv) {
  for (int i = 0; i < 4; ++i) {
    if (fork() == 0) {
      void* volatile memory = std::malloc(mebibytes(argv[1]));
      fill(memory, mebibytes(argv[1]));
      pause_ms(100);
      return 0;
    }
  }
  while (wait(nullptr) > 0) {
  }
}
