// A child fills the given number of MiB; the parent does not mind how it ends and exits 0.
#include <sys/wait.h>
#include <unistd.h>

#include "fill.hpp"

int main(int, char** argv) {
  if (fork() == 0) {
    void* volatile memory = std::malloc(mebibytes(argv[1]));
    fill(memory, mebibytes(argv[1]));
    return 0;
  }
  wait(nullptr);
}
