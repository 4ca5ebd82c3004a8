// Fills the given number of MiB of memory that it could share with children.
#include <sys/mman.h>

#include "fill.hpp"

int main(int, char** argv) {
  const std::size_t bytes = mebibytes(argv[1]);
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 1;
  fill(memory, bytes);
}
