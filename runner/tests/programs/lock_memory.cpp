// Locks all memory that it has and will have as far as it may, then fills the given number of MiB.
#include <sys/mman.h>
#include <sys/resource.h>

#include "fill.hpp"

int main(int, char** argv) {
  rlimit limit{};
  getrlimit(RLIMIT_MEMLOCK, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_MEMLOCK, &limit);
  const std::size_t bytes = mebibytes(argv[1]);
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 1;
  for (std::size_t block = 0; block < bytes; block += 1 << 20) {
    mlock(static_cast<char*>(memory) + block, 1 << 20);  // refused from some size on
    fill(static_cast<char*>(memory) + block, 1 << 20);
  }
}
