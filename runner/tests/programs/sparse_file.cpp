// Makes a file of the given number of MiB without any data.
#include <fcntl.h>
#include <unistd.h>

#include "fill.hpp"

int main(int, char** argv) {
  const int file = open("sparse", O_WRONLY | O_CREAT, 0600);
  return ftruncate(file, static_cast<off_t>(mebibytes(argv[1]))) == 0 ? 0 : 1;
}
