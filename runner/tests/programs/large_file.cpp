// Writes the given number of KiB to one file, in its folder.
#include <cstdlib>

#include "work_file.hpp"

int main(int, char** argv) {
  const std::size_t bytes = std::strtoul(argv[1], nullptr, 10) << 10;
  return write_work_file("large", bytes) == bytes ? 0 : 1;
}
