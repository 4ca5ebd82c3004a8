// Writes the given number of MiB to a file that exists in memory only (memfd).
#include <sys/mman.h>
#include <unistd.h>

#include <vector>

#include "fill.hpp"

int main(int, char** argv) {
  const int file = memfd_create("memory", 0);
  const std::vector<char> block(1 << 20, 'y');
  for (std::size_t written = 0; written < mebibytes(argv[1]); written += block.size()) {
    if (write(file, block.data(), block.size()) < 0) return 1;
  }
}
