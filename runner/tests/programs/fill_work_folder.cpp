// Writes files of 1 MiB to its folder, the given number of them; continues when there is no space left.
#include <cstdlib>

#include "work_file.hpp"

int main(int, char** argv) {
  std::size_t written = 0;
  for (int i = 0; i < std::atoi(argv[1]); ++i)
    written += write_work_file("file" + std::to_string(i), 1 << 20);
  std::printf("%zu bytes written\n", written);
}
