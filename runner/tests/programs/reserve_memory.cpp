// Reserves 64 GiB of addresses, as a CUDA program does, and touches 1 MiB of them.
#include <sys/mman.h>

#include "fill.hpp"

int main() {
  void* addresses = mmap(nullptr, std::size_t{64} << 30, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (addresses == MAP_FAILED) return 1;
  madvise(addresses, 1 << 20, MADV_NOHUGEPAGE);
  fill(addresses, 1 << 20);
}
