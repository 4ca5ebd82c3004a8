// Writes the given number of MiB to a file that is deleted already but still open.
#include <fcntl.h>
#include <unistd.h>

#include <vector>

#include "fill.hpp"

int main(int, char** argv) {
  const int file = open("deleted", O_WRONLY | O_CREAT, 0600);
  if (file < 0 || unlink("deleted") != 0) return 1;
  const std::vector<char> block(1 << 20, 'y');
  for (std::size_t written = 0; written < mebibytes(argv[1]); written += block.size()) {
    if (write(file, block.data(), block.size()) < 0) return 2;
  }
}
