// Fills the given number of MiB of named (POSIX) shared memory and leaves it behind.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fill.hpp"

int main(int, char** argv) {
  const std::size_t bytes = mebibytes(argv[1]);
  const int object = shm_open("/left-behind", O_RDWR | O_CREAT, 0600);
  if (object < 0 || ftruncate(object, static_cast<off_t>(bytes)) != 0) return 1;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, object, 0);
  if (memory == MAP_FAILED) return 2;
  fill(memory, bytes);
}
