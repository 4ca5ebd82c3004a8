// Fills the given number of MiB of System V shared memory and leaves it behind.
#include <sys/shm.h>

#include "fill.hpp"

int main(int, char** argv) {
  const std::size_t bytes = mebibytes(argv[1]);
  const int segment = shmget(IPC_PRIVATE, bytes, IPC_CREAT | 0600);
  if (segment < 0) return 1;
  void* memory = shmat(segment, nullptr, 0);
  if (memory == reinterpret_cast<void*>(-1)) return 2;
  fill(memory, bytes);
}
