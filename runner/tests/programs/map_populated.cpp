// Maps the given number of MiB and lets the kernel fill them at once.
#include <sys/mman.h>

#include "fill.hpp"

int main(int, char** argv) {
  void* memory = mmap(nullptr, mebibytes(argv[1]), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  return memory == MAP_FAILED ? 1 : 0;
}
